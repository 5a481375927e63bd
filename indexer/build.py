"""Build the index: read the sources, write a new directory, and swap it in by one renamed pointer.

Below the cache, ``index/current`` names the directory that counts. A build that fails or is interrupted leaves it
as it was; the directory before is kept, so that one can go back to it.
"""

import errno
import hashlib
import json
import os
import shutil
import sqlite3
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pydantic import TypeAdapter, ValidationError

from corpus.asking import load_ability_rules, load_asked, load_search_words
from corpus.documents import corpus_hash, documents
from corpus.editions import editions
from corpus.errors import FetchFailed, IndexDamaged, LoreguideError, NotSetUp
from corpus.load import DocumentKind, load_sources
from corpus.names import name_key
from corpus.policy import policy_documents
from corpus.questions import load_questions
from corpus.records import Authority, Provenance, Rule
from corpus.refs import CURRENT_EDITION, Document
from indexer import fulltext, store
from indexer.abilities import CardRule, card_rules
from indexer.asked import asked_phrases, stem_counts
from indexer.compiled import compile_catalogue, compiler_hash, write_compiled
from indexer.fetch import CatalogueFile, cache_folder, disk_trouble, fetch_catalogue, read_stored, store_given_file, write_whole
from indexer.keywords import keywords_of
from indexer.link import links_of
from indexer.official.keep import Generation, current_generation, official_home, switch_to
from indexer.official.records import OfficialDocument
from indexer.phrases import Phrasing
from indexer.readers.cards import Catalogue, read_catalogue
from indexer.readers.glossary import Vocabulary, read_vocabulary
from indexer.readers.passages import read_passages
from indexer.readers.rules import read_books, read_official_book
from indexer.related import related_rules
from indexer.results import Book, DocumentEntry, IndexStatus, Passage, SourceState, current_books

if TYPE_CHECKING:
    from engine.abilities.kinds import CompiledCard

__all__ = [
    "Progress",
    "Stamp",
    "build_index",
    "check_files",
    "current_index",
    "index_folder",
    "read_stamp",
    "roll_back",
    "set_up",
    "stale_reasons",
]

Progress = Callable[[str, int, int], None]
"""Told what is being done, how many stages are done, and how many there are."""

_POINTER: Final = "current"
_STAMP: Final = "stamp.json"
_STAGES: Final = 7
_ABANDONED_SECONDS: Final = 24 * 3600
"""After so long an unfinished build is thrown away."""


def index_folder(cache: Path | None = None) -> Path:
    """Give the folder that holds the built indexes, below the user's cache unless told otherwise."""
    return (cache or cache_folder()) / "index"


@dataclass(frozen=True, slots=True)
class Stamp:
    """What an index was built from; written last, so an index with a stamp is whole."""

    schema: int
    built: datetime
    corpus: str
    """SHA-256 over the corpus files."""
    catalogue: str
    """SHA-256 of the catalogue file."""
    status: IndexStatus
    """What the index held when it was built."""
    official: str = ""
    """SHA-256 over the official documents; empty without any."""
    generation: str = ""
    """The generation of official documents that it was built from."""
    files: Mapping[str, str] = field(default_factory=dict)
    """SHA-256 of every file of the index, by its name below the index's directory."""
    compiler: str = ""
    """SHA-256 over the sources of the card text compiler."""


_STAMPS: Final = TypeAdapter(Stamp)


def set_up(given: Path | None = None, cache: Path | None = None, progress: Progress = lambda *_: None) -> Path:
    """Bring the index up to date, fetching and building only what is missing; give the index's directory.

    *given* is a catalogue file that the user has, and goes before every other source.

    :raises FetchFailed: a source is not to be had, or the disk refused.
    :raises BadInput: the given file is no catalogue.
    """
    cache = cache or cache_folder()
    if given is not None:
        catalogue = store_given_file(given, cache)
    else:
        stored = read_stored(cache)
        catalogue = stored or fetch_catalogue(load_sources().catalogue, cache, lambda text: progress(text, 0, _STAGES))
    try:
        present = current_index(index_folder(cache))
        if not stale_reasons(check_files(present), catalogue):
            return present
    except NotSetUp:
        pass
    return build_index(catalogue, cache, progress)


def build_index(
    catalogue: CatalogueFile,
    cache: Path,
    progress: Progress = lambda *_: None,
    generation: Generation | None = None,
    staged: Path | None = None,
) -> Path:
    """Build an index into a new directory, swap it in, and give the directory.

    *generation* holds the official documents to build from: the current ones when left out. *staged* is a folder with
    further lists of names that are not in the cache yet.

    :raises CorpusFault: the corpus files have faults.
    :raises BadInput: the catalogue is not in LorcanaJSON's form.
    :raises FetchFailed: the disk refused.
    """
    home = index_folder(cache)
    official = generation if generation is not None else current_generation()
    seconds, rest = divmod(time.time_ns(), 1_000_000_000)
    built = datetime.fromtimestamp(seconds, UTC)
    part = home / f"building-{os.getpid()}-{seconds}-{rest}"
    try:
        part.mkdir(parents=True)
        stamp = _fill(part, catalogue, _other_names(*filter(None, (cache, staged))), official, built, progress)
        stamp = replace(stamp, files=_hashes(part))
        write_whole(part / _STAMP, _STAMPS.dump_json(stamp, indent=1))
        final = home / f"index-{built:%Y%m%d-%H%M%S}-{rest:09d}"
        os.replace(part, final)
        progress("swapping the index in", _STAGES - 1, _STAGES)
        before = _pointed(home)
        write_whole(home / _POINTER, final.name.encode())
    except sqlite3.Error as error:
        if "full" in str(error):
            raise disk_trouble(home, OSError(errno.ENOSPC, str(error))) from error
        raise FetchFailed(f"cannot write the index to {home} ({error}); set LOREGUIDE_CACHE to another folder") from error
    except OSError as error:
        raise disk_trouble(home, error) from error
    finally:
        shutil.rmtree(part, ignore_errors=True)
    _prune(home, {final.name, before})
    progress("the index is ready", _STAGES, _STAGES)
    return final


def _fill(
    part: Path,
    catalogue: CatalogueFile,
    names: Mapping[int, Sequence[str]],
    generation: Generation,
    built: datetime,
    progress: Progress,
) -> Stamp:
    """Read every source and write the records into the new directory."""
    from indexer.learning import write_precedents  # imported late: only a build needs it, and NumPy

    progress("reading the rules", 1, _STAGES)
    sources = load_sources()
    books = read_books()
    books |= {
        book: read_official_book(document)
        for document in generation.documents
        if (book := Book(document.code, document.edition)) not in books
    }
    vocabulary = read_vocabulary()
    current = books[Book(Document.COMPREHENSIVE_RULES, CURRENT_EDITION)]
    keywords = keywords_of(current)
    progress("reading the card catalogue", 2, _STAGES)
    read = read_catalogue(catalogue.load(), sources.catalogue_provenance)
    passages = read_passages(vocabulary, read.rulings)
    progress("linking", 3, _STAGES)
    compilation = compile_catalogue(read.cards)
    links = tuple(links_of(books, vocabulary, compilation.cards, keywords))
    asking = _asking(books, vocabulary, compilation.cards)
    progress("writing the database", 4, _STAGES)
    documents = tuple(_documents(books, passages, read, generation))
    official = generation.documents
    store.write_store(
        part,
        store.Records(
            books, vocabulary, passages, read.cards, read.sets, read.rulings, links, official, documents, keywords, asking, names
        ),
    )
    write_compiled(part, compilation)
    policy = (phrase.phrase for phrase in asking.phrases if phrase.document is not Document.COMPREHENSIVE_RULES)
    write_precedents(part, load_questions(), _wordings(asking.card_rules), Phrasing(load_search_words()), policy)
    progress("writing the full text", 5, _STAGES)
    older = {edition.number for edition in editions()} - {CURRENT_EDITION}
    for book, rules in books.items():
        # an older edition is ranked by the current one, whose words are nearly the same
        if book.document is Document.COMPREHENSIVE_RULES and book.edition in older:
            continue
        terms = vocabulary.terms if book.document is Document.COMPREHENSIVE_RULES else ()
        fulltext.write_fulltext(part, book, fulltext.rule_texts(rules, terms))
    status = _status(built, books, vocabulary, read, catalogue, generation)
    return Stamp(
        store.SCHEMA,
        built,
        corpus_hash(),
        catalogue.sha256,
        status,
        official=generation.stamp,
        generation=generation.name,
        compiler=compiler_hash(),
    )


def _asking(books: Mapping[Book, Sequence[Rule]], vocabulary: Vocabulary, compiled: "Mapping[str, CompiledCard]") -> store.Asking:
    """Bring together how people ask, and what the wordings of cards bring up."""
    current = {book.document: rules for book, rules in books.items() if book in current_books(books)}
    entries = [rule for rules in current.values() for rule in rules]
    phrases = tuple(asked_phrases(load_asked(), entries, vocabulary, tuple(compiled), Phrasing(load_search_words())))
    abilities: dict[str, list[str]] = {}
    for name, card in compiled.items():
        for ability in dict.fromkeys(name_key(each.name) for each in card.abilities if each.name):
            abilities.setdefault(ability, []).append(name)
    return store.Asking(
        phrases=phrases,
        stems={
            document: stem_counts(rules, (phrase for phrase in phrases if phrase.document is document))
            for document, rules in current.items()
        },
        related=tuple(related_rules(current[Document.COMPREHENSIVE_RULES], vocabulary)),
        card_rules=tuple(card_rules(compiled, load_ability_rules())),
        abilities=abilities,
    )


def _wordings(rules: Sequence[CardRule]) -> dict[str, frozenset[str]]:
    """Give what the abilities of each card are worded with, by its full name."""
    found: dict[str, set[str]] = defaultdict(set)
    for rule in rules:
        found[rule.card].add(rule.says)
    return {card: frozenset(says) for card, says in found.items()}


def _other_names(*folders: Path) -> dict[int, list[str]]:
    """Give the names of printings in other languages, as far as they were fetched."""
    names: dict[int, list[str]] = {}
    for file in sorted(file for folder in folders for file in folder.glob("names-*.json")):
        for number, name in json.loads(file.read_bytes()).items():
            names.setdefault(int(number), []).append(name)
    return names


def _documents(
    books: Mapping[Book, Sequence[Rule]], passages: Sequence[Passage], read: Catalogue, generation: Generation
) -> Iterator[DocumentEntry]:
    """Describe every document that the index holds, with how much of it there is."""
    counted = Counter(passage.document for passage in passages)
    codes = {document.provenance.document: document.code for document in policy_documents()}
    for each in documents():
        provenance = each.provenance
        if each.kind in (DocumentKind.RULES, DocumentKind.POLICY):
            code = codes.get(provenance.document, Document.COMPREHENSIVE_RULES)
            chunks = len(books[Book(code, provenance.edition)])
        else:
            chunks = counted[provenance.document]
        yield DocumentEntry(provenance, each.language, chunks, each.note)
    catalogue = load_sources().catalogue_provenance
    yield DocumentEntry(catalogue, "en", len(read.cards))
    if read.rulings:
        yield DocumentEntry(read.rulings[0].provenance, "en", len(read.rulings))
    for document in generation.documents:
        yield DocumentEntry(_official_provenance(document), document.language, len(document.entries), _official_note(document))


def _official_provenance(document: OfficialDocument) -> Provenance:
    """Tell where the publisher's words come from."""
    rules = document.code is Document.COMPREHENSIVE_RULES
    return Provenance(
        document=document.id,
        title=document.title,
        edition=document.edition,
        effective=document.effective,
        authority=Authority.COMPREHENSIVE_RULES if rules else Authority.TOURNAMENT_RULES,
        official=True,
    )


def _official_note(document: OfficialDocument) -> str:
    """Say how well the words of an official document are known."""
    return f"Imported from {document.origin} ({document.form.value}, {document.grade.name.lower()})."


def _status(
    built: datetime,
    books: Mapping[Book, Sequence[Rule]],
    vocabulary: Vocabulary,
    read: Catalogue,
    catalogue: CatalogueFile,
    generation: Generation,
) -> IndexStatus:
    """Count what the index holds and say where it is from."""
    newest = max((each for each in read.sets if each.kind == "expansion"), key=lambda each: str(each.released), default=None)
    rules = [book for book in books if book.document is Document.COMPREHENSIVE_RULES]
    return IndexStatus(
        schema=store.SCHEMA,
        built=built,
        rules=len(books[Book(Document.COMPREHENSIVE_RULES, CURRENT_EDITION)]),
        terms=len(vocabulary.terms),
        cards=len(read.cards),
        spellings=read.spellings,
        printings=read.printings,
        sets=len(read.sets),
        newest_set=newest.name if newest else "",
        newest_release=newest.released if newest else None,
        sources=(
            SourceState("corpus", "part of loreguide", corpus_hash(), None),
            SourceState("card catalogue", catalogue.origin, catalogue.sha256, catalogue.fetched, catalogue.caveat),
            *(
                SourceState(f"{each.title} {each.edition}", each.origin, each.sha256, each.imported)
                for each in generation.documents
            ),
        ),
        editions=tuple(sorted((book.edition for book in rules), reverse=True)),
        sections=sum(len(books[book]) for book in books if book not in rules),
        translated=len(vocabulary.translations),
        words=len(vocabulary.foreign) + len(vocabulary.spoken),
        misreadings=len(vocabulary.misreadings),
        boards=len(vocabulary.boards),
        clarifications=len(read.rulings),
        official=tuple(f"{each.title} {each.edition} ({each.grade.name.lower()})" for each in generation.documents),
    )


def _pointed(home: Path) -> str:
    """Give the name that the pointer holds, or nothing."""
    try:
        return (home / _POINTER).read_text(encoding="utf-8").strip()
    except OSError:
        return ""


def _prune(home: Path, kept: set[str]) -> None:
    """Remove the indexes that are neither in *kept*, and builds that were abandoned."""
    for folder in home.iterdir():
        old = folder.name.startswith("index-") and folder.name not in kept
        if folder.name.startswith("building-"):
            old = time.time() - folder.stat().st_mtime > _ABANDONED_SECONDS
        if old:
            shutil.rmtree(folder, ignore_errors=True)


def current_index(home: Path) -> Path:
    """Give the directory of the index that counts.

    :raises NotSetUp: there is none.
    """
    name = _pointed(home)
    folder = home / name
    if not name or not (folder / _STAMP).is_file():
        raise NotSetUp(f"there is no index in {home} yet; run `loreguide setup`")
    return folder


def read_stamp(folder: Path) -> Stamp:
    """Read what an index was built from.

    :raises NotSetUp: the stamp is damaged or of another version.
    """
    try:
        return _STAMPS.validate_json((folder / _STAMP).read_bytes())
    except (OSError, ValidationError) as error:
        raise NotSetUp(f"the index in {folder} is damaged or of another version; run `loreguide setup`") from error


def check_files(folder: Path) -> Stamp:
    """Give the stamp of an index after comparing every file with what was built.

    :raises NotSetUp: the stamp is damaged or of another version.
    :raises IndexDamaged: a file is missing or not as it was built.
    """
    stamp = read_stamp(folder)
    try:
        whole = not stamp.files or _hashes(folder) == stamp.files
    except OSError:
        whole = False
    if not whole:
        raise IndexDamaged(folder.parent)
    return stamp


def _hashes(folder: Path) -> dict[str, str]:
    """Give the SHA-256 of every file of an index but its stamp."""
    files = (file for file in sorted(folder.rglob("*")) if file.is_file() and file.name != _STAMP)
    return {file.relative_to(folder).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


def stale_reasons(stamp: Stamp, catalogue: CatalogueFile | None) -> tuple[str, ...]:
    """Give every reason why an index does not fit this version, its corpus, or the catalogue in the cache."""
    reasons = []
    if stamp.schema != store.SCHEMA:
        reasons.append(f"it has schema {stamp.schema} and this version reads {store.SCHEMA}")
    if stamp.corpus != corpus_hash():
        reasons.append("the corpus files have changed since it was built")
    if stamp.compiler != compiler_hash():
        reasons.append("its cards were compiled by another version of the compiler")
    if catalogue is not None and stamp.catalogue != catalogue.sha256:
        reasons.append("another card catalogue has been fetched since it was built")
    if catalogue is not None and stamp.official != current_generation().stamp:
        reasons.append("other official documents have been imported since it was built")
    return tuple(reasons)


def roll_back(cache: Path | None = None) -> Path:
    """Go back to the index before the current one, and give its directory.

    :raises LoreguideError: there is none before it.
    """
    home = index_folder(cache)
    present = current_index(home)
    others = sorted(folder for folder in home.glob("index-*") if folder != present and _fits(folder))
    if not others:
        raise LoreguideError(f"there is no index before {present.name} to go back to")
    # the official documents go back with it, as far as they are kept
    generation = read_stamp(others[-1]).generation
    if not generation or (official_home() / generation).is_dir():
        switch_to(generation)
    write_whole(home / _POINTER, others[-1].name.encode())
    return others[-1]


def _fits(folder: Path) -> bool:
    """Tell whether an index is whole and of this version and corpus."""
    try:
        return not stale_reasons(check_files(folder), None)
    except NotSetUp:
        return False
