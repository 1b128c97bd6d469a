"""Reading, writing whole files or none, work that resumes, processes, URLs; what every room uses is here by name."""

from temporal_qa.io.atomic import write_json, write_json_lines, write_rows, writing_beside
from temporal_qa.io.drops import DropLog
from temporal_qa.io.errors import InputError, counted, explain_errors, explain_missing, first_line, one_of
from temporal_qa.io.grouping import batched, grouped
from temporal_qa.io.read import is_list_of_texts, read_each, read_json, read_rows, sha256
from temporal_qa.io.resumable import check_replaceable, folder_beside, resumable_folder
from temporal_qa.io.row import Row

__all__ = [
    "DropLog", "InputError", "Row", "batched", "check_replaceable", "counted", "explain_errors", "explain_missing",
    "first_line", "folder_beside", "grouped", "is_list_of_texts", "one_of", "read_each", "read_json", "read_rows",
    "resumable_folder", "sha256", "write_json", "write_json_lines", "write_rows", "writing_beside",
]  # fmt: skip
