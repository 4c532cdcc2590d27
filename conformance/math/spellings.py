"""One formula, many ways to write it: LaTeX as models write it, Unicode, plain text, and the sentences around it."""

import re


def _once(rng, share):
    return rng.random() < share


def respell(latex, rng):
    """Another spelling of sympy's LaTeX with the same meaning."""
    text = latex
    if _once(rng, 0.5):
        text = re.sub(r"\{\\left\((.+?) \\right\)\}", r"(\1)", text) if text.count(r"\left(") == text.count(r"{\left(") == 1 else text
    if _once(rng, 0.5):
        text = text.replace(r"\left", "").replace(r"\right", "")
    if _once(rng, 0.4):
        text = text.replace(r"\frac", rng.choice([r"\dfrac", r"\tfrac"]))
    if _once(rng, 0.4):
        text = re.sub(r"\\([dt]?frac)\{(\d)\}\{(\d)\}(?![\d{])", r"\\\1\2\3", text)
    if _once(rng, 0.5):
        text = re.sub(r"([\^_])\{(\w)\}", r"\1\2", text)
    if _once(rng, 0.3):
        text = re.sub(r"\\sqrt\{(\d)\}", r"\\sqrt\1", text)
    if _once(rng, 0.3):
        text = re.sub(r"(\d) (?=[a-z\\])(?!\\cdot|\\right|\\text|\\cup|\\in|\\le|\\ge|\\\\|\\end)", r"\1 \\cdot ", text)
    if _once(rng, 0.3):
        text = re.sub(r"(?<=[\w})]) ([+-]) (?=[\w\\({])", r"\1", text)
    if _once(rng, 0.15):
        text = text.replace(", ", r",\,") if r"\begin" not in text else text
    if _once(rng, 0.15):
        text = text.replace("-", "\u2212")
    if _once(rng, 0.12):
        text = text.replace(r"\pi", "\u03c0")
    if _once(rng, 0.1):
        text = re.sub(r"\^(?:\{2\}|2(?!\d))", "\u00b2", text)
    return text


def plain(expression, rng):
    """sympy's own text, with ** or ^ for powers."""
    text = str(expression)
    return text.replace("**", "^") if _once(rng, 0.7) else text


SENTENCES = [
    r"\boxed{%s}",
    r"\boxed{%s}",
    r"Therefore, the final answer is $\boxed{%s}$.",
    r"Simplifying gives $\boxed{%s}$, as wanted.",
    r"First I had \boxed{12345}, which was wrong. \boxed{%s}",
    r"The answer is $%s$.",
    r"So the result is: $%s$. I hope it is correct.",
    r"<think>maybe \boxed{77}</think> Hence \[ \boxed{%s} \]",
    r"$%s$",
    r"$$%s$$",
    r"\(%s\)",
    r"Answer: $%s$",
]


def reply(answer, rng):
    """A reply that states the answer."""
    return rng.choice(SENTENCES).replace("%s", answer)
