"""Holds the token ids that JavaScript made to those of the tokenizers package, from the same tokenizer.json.

    python tokens.py TOKENIZER.json TOKENS.json
"""

import json
import sys

from tokenizers import Tokenizer

tokenizer = Tokenizer.from_file(sys.argv[1])
with open(sys.argv[2], encoding="utf-8") as file:
    cases = json.load(file)
differing = [(case["text"], case["ids"], ids) for case in cases if (ids := tokenizer.encode(case["text"]).ids) != case["ids"]]
for text, ours, theirs in differing:
    print(f"FAILED {text[:60]!r}\n  ours   {ours[:30]}\n  theirs {theirs[:30]}")
print(f"{len(cases) - len(differing)} of {len(cases)} texts have the token ids of Python's tokenizers")
print(f"{len(cases) - len(differing)} passed, {len(differing)} failed")
sys.exit(1 if differing or not cases else 0)
