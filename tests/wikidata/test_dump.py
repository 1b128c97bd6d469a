"""Dumps as blocks of lines: every format, any block size, and errors of files."""

import bz2
import gzip

import pytest

from temporal_qa.io.errors import InputError
from temporal_qa.wikidata.dump import DumpReader, UnreadableDump, check_dump

pytest.importorskip("indexed_bzip2", reason="reading dumps needs the extra mine")
pytest.importorskip("isal", reason="reading dumps needs the extra mine")

LINES = b"[\n" + b",\n".join(b'{"id":"Q%d","text":"%s"}' % (n, b"x" * (n % 700)) for n in range(3000)) + b"\n]\n"
STREAM = b"".join(b'{"id":"Q%d"}\n' % n for n in range(3000)).rstrip(b"\n")
PACK = {".json": bytes, ".json.gz": gzip.compress, ".json.bz2": bz2.compress}


def write(folder, suffix, content, pack=True):
    path = folder / f"dump{suffix}"
    path.write_bytes(PACK[suffix](content) if pack else content)
    return path


def read(path, *, threads=1, block_bytes=1000, offset=0):
    reader = DumpReader(path, threads)
    try:
        return list(reader.blocks(block_bytes, offset))
    finally:
        reader.close()


@pytest.mark.parametrize("suffix", PACK)
@pytest.mark.parametrize(
    "content", [LINES, STREAM, b"[\n]", b"\xef\xbb\xbf" + LINES], ids=["array", "stream", "empty", "mark"]
)
def test_blocks_hold_whole_lines_and_all_of_them(tmp_path, suffix, content):
    path = write(tmp_path, suffix, content)
    for block_bytes in (100, 1000, 1 << 20):
        blocks = read(path, block_bytes=block_bytes)
        assert b"".join(blocks) == content
        assert all(block.endswith(b"\n") for block in blocks[:-1])
    assert read(path, threads=3) == read(path)


@pytest.mark.parametrize("suffix", PACK)
def test_reading_goes_on_behind_any_block(tmp_path, suffix):
    path = write(tmp_path, suffix, LINES)
    blocks = read(path)
    for count in (1, 5, len(blocks)):
        offset = sum(map(len, blocks[:count]))
        assert b"".join(read(path, offset=offset)) == LINES[offset:]


@pytest.mark.parametrize("suffix", [".json.gz", ".json.bz2"])
def test_archives_of_several_members(tmp_path, suffix):
    # As pigz and pbzip2 write them.
    path = write(tmp_path, suffix, PACK[suffix](LINES[:9999]) + PACK[suffix](LINES[9999:]), pack=False)
    assert b"".join(read(path)) == LINES


@pytest.mark.parametrize("suffix", PACK)
def test_the_position_ends_at_the_size_of_the_file(tmp_path, suffix):
    path = write(tmp_path, suffix, LINES)
    reader = DumpReader(path)
    positions = [reader.position for _ in reader.blocks(1000)]
    reader.close()
    assert positions == sorted(positions)
    assert 0 < positions[-1] <= path.stat().st_size


def damaged(content):
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 0x55]) + content[middle + 1 :]


@pytest.mark.parametrize("suffix", [".json.gz", ".json.bz2"])
@pytest.mark.parametrize(
    "harm",
    [lambda packed: packed[: len(packed) // 2], lambda packed: packed[:-3], damaged,
     lambda packed: packed[:20] + b"\x55" * 20 + packed[40:]],
    ids=["half", "without its end", "a flipped bit", "other bytes"],
)  # fmt: skip
def test_truncated_and_damaged_archives_are_told(tmp_path, suffix, harm):
    path = write(tmp_path, suffix, harm(PACK[suffix](LINES)), pack=False)
    with pytest.raises(UnreadableDump, match="truncated or damaged"):
        read(path)


@pytest.mark.parametrize("suffix", PACK)
def test_an_array_that_was_cut_off_between_lines_is_told(tmp_path, suffix):
    path = write(tmp_path, suffix, LINES[: LINES.rindex(b"\n]")] + b",\n")
    with pytest.raises(UnreadableDump, match="the array is not closed"):
        read(path)
    whole = read(write(tmp_path, suffix, LINES))
    with pytest.raises(UnreadableDump, match="the array is not closed"):  # also where reading goes on
        read(write(tmp_path, suffix, LINES[:-2]), offset=len(whole[0]))


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("missing.json", None, "no such file"),
        ("dump.xml", b"<mediawiki/>", "unknown kind of file, expected .json"),
        ("dump.tar.gz", b"\x1f\x8b", "unknown kind of file, expected .json"),
        ("dump.json.gz", b"[\n]", "the name ends in .gz, but the content is not such an archive"),
        (
            "dump.json.bz2",
            gzip.compress(b"[\n]", mtime=0),
            "the name ends in .bz2, but the content is not such an archive",
        ),
        ("dump.json", gzip.compress(b"[\n]", mtime=0), "does not begin like a JSON dump"),
        ("dump.json", b"<mediawiki/>", "does not begin like a JSON dump"),
        ("dump.json", b"", "is empty"),
        (".", None, "is a folder"),
    ],
)
def test_other_files_are_refused(tmp_path, name, content, message):
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(InputError, match=message):
        check_dump(tmp_path / name)
