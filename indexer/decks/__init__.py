"""Check decks: read a list as people have it, find its cards, and judge it by the format and the day of the event.

``check`` is the door; the modules before it are: ``records``, ``words``, ``forms``, ``tables``, ``lists``, ``finding``,
``standing``, ``eligibility``, ``adjustments``, ``construction``, ``caveats``, ``check``.
"""
