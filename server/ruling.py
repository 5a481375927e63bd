"""Write a ruling for people: as lines of text, and as a page to hand to a player."""

from collections.abc import Iterator, Mapping
from typing import Any

Values = Mapping[str, Any]
"""A ruling as it travels, with the keys of the scenario contract."""


def short_text(ruling: Values) -> str:
    """Say the ruling and what it hangs on, without the steps."""
    lines = [ruling["ruling"], f"Verdict: {ruling['verdict']}."]
    lines += _open_points(ruling)
    deciding = _deciding_rules(ruling)
    if deciding:
        lines.append(f"Rules: {', '.join(deciding)}.")
    lines += [f"Note: {caveat}" for caveat in ruling.get("caveats", ())]
    return "\n".join(lines)


def full_text(ruling: Values) -> str:
    """Say the ruling and what keeps it from a yes, then every event with its rule and our text of it, then what holds."""
    lines = [ruling["ruling"], "", f"Verdict: {ruling['verdict']}.", *_open_points(ruling), ""]
    texts = ruling.get("rule_texts", {})
    for event in ruling.get("timeline", ()):
        refs = event.get("rules", [])
        lines.append(f"{event['n']:>3}. {event['text']}{_in_brackets(refs)}")
        lines += [f"       {ref}: {texts[ref]}" for ref in refs[:1] if ref in texts]
    checks = [_check_line(check) for check in ruling.get("checks", ()) if check["holds"]]
    lines += ["", *checks] if checks else []
    lines += [f"Note: {caveat}" for caveat in ruling.get("caveats", ())]
    return "\n".join(lines)


def report_page(name: str, ruling: Values) -> str:
    """Write the ruling as a Markdown page."""
    lines = [f"# {_plain(name)}", "", _plain(ruling["ruling"]), "", f"**Verdict: {ruling['verdict']}**", ""]
    points = list(_open_points(ruling))
    lines += [f"- {_plain(point)}" for point in points] + ([""] if points else [])
    if ruling.get("timeline"):
        lines += ["## What happens", ""]
        lines += [f"{event['n']}. {_plain(event['text'])}{_in_brackets(event.get('rules', []))}" for event in ruling["timeline"]]
        lines.append("")
    if ruling.get("checks"):
        lines += ["## What was asked", "", *[f"- {_plain(_check_line(check))}" for check in ruling["checks"]], ""]
    if ruling.get("rule_texts"):
        lines += ["## The rules, in our words", ""]
        lines += [f"- **{ref}** {_plain(text)}" for ref, text in ruling["rule_texts"].items()]
        lines.append("")
    lines += ["## Sources", ""]
    lines += [
        f"- {_plain(source['title'])} {source['edition']} ({source['wording']}"
        f"{', effective ' + source['effective'] if source.get('effective') else ''})"
        for source in ruling.get("sources", ())
    ]
    lines += [f"- Note: {_plain(caveat)}" for caveat in ruling.get("caveats", ())]
    lines += ["", "Unofficial fan project; not published, endorsed or approved by Disney or Ravensburger.", ""]
    return "\n".join(lines)


def _open_points(ruling: Values) -> Iterator[str]:
    """Say what keeps the ruling from being a plain yes."""
    for clause in ruling.get("unsupported", ()):
        yield f"Not executed: {clause['card']}: {clause['text']!r} ({clause['reason']})"
    for refusal in ruling.get("refusals", ()):
        for reason in refusal["reasons"]:
            yield f"Step {refusal['step']} is refused: {reason['text']}{_in_brackets(reason.get('rules', []))}"
    decision = ruling.get("open")
    if decision:
        by = f" by {decision['by']}" if decision.get("by") else ""
        yield f"Open decision{by} at step {decision['step']}: {decision['decision']}"
        for option in decision.get("options", ()):
            yield f"  {option['text']}: answer {_nested(option['answer'])}"
    yield from _left_answers(ruling.get("answers", {}))
    for check in ruling.get("checks", ()):
        if not check["holds"]:
            yield _check_line(check)


def _left_answers(left: Values) -> Iterator[str]:
    """Say which answers settled nothing, and why those that are not legal are not."""
    for refused in left.get("illegal", ()):
        why = "; ".join(f"{reason['text']}{_in_brackets(reason.get('rules', []))}" for reason in refused["reasons"])
        yield f"Answer {_nested(refused['answer'])} was not followed, as it is not legal{f': {why}' if why else ''}"
    for answer in left.get("unused", ()):
        if all(answer != refused["answer"] for refused in left.get("illegal", ())):
            yield f"Answer {_nested(answer)} was not needed"


def _check_line(check: Values) -> str:
    actual = "" if check["holds"] else f"; actually {_in_words(check['actual'])}"
    when = f"step {check['step']}" if check["step"] else "before any step"
    why = "".join(f"; {reason['text']}{_in_brackets(reason['rules'])}" for reason in check.get("reasons", ()))
    return f"{'holds' if check['holds'] else 'FAILS'} ({when}): {_in_words(check['fact'])}{actual}{why}"


def _in_words(value: Any) -> str:
    """Write a fact as one would in a scenario, with as few brackets as possible."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {_nested(part)}" for key, part in value.items())
    if isinstance(value, bool):
        return "true" if value else "false"
    return "[" + ", ".join(map(_nested, value)) + "]" if isinstance(value, list) else str(value)


def _nested(value: Any) -> str:
    return "{" + _in_words(value) + "}" if isinstance(value, Mapping) else _in_words(value)


def _in_brackets(refs: list[str]) -> str:
    return f" [{', '.join(refs)}]" if refs else ""


def _deciding_rules(ruling: Values) -> list[str]:
    """List the rules behind the events, each once, in order."""
    return list(dict.fromkeys(ref for event in ruling.get("timeline", ()) for ref in event.get("rules", ())[:1]))


def _plain(text: str) -> str:
    """Keep a text of a card or a caller from being read as Markdown or HTML."""
    for char in "\\`*_[]<>#|":
        text = text.replace(char, f"\\{char}")
    return " ".join(text.split())
