"""Families of answers. Each makes (kind, answer, equal answers, nearly equal answers), all as LaTeX or plain text."""

import sympy as sp
from mpmath import mp

from spellings import plain, respell

X, Y, N = sp.symbols("x y n")
mp.dps = 60
POINTS = [
    {X: sp.Rational(137, 100), Y: sp.Rational(211, 100), N: sp.Rational(3, 2)},
    {X: sp.Rational(41, 100), Y: sp.Rational(-173, 100), N: sp.Rational(5, 2)},
    {X: sp.Rational(-59, 100), Y: sp.Rational(83, 100), N: sp.Rational(1, 3)},
]


def agree(left, right):
    """True when two expressions have the same value, to 40 digits, wherever both are real; None where nothing is known."""
    seen = 0
    for point in POINTS:
        a, b = (sp.sympify(side).subs(point).evalf(50) for side in (left, right))
        if not (a.is_finite and b.is_finite):
            continue
        seen += 1
        if abs(a - b) > sp.Float(10, 50) ** -40 * max(1, abs(a)):
            return False
    return True if seen else None


def constant(rng, small=9):
    return rng.choice(
        [
            sp.Integer(rng.randint(1, small)),
            sp.Rational(rng.randint(1, small), rng.randint(2, 7)),
            sp.sqrt(rng.choice([2, 3, 5, 7])) * rng.randint(1, 3),
            sp.pi / rng.randint(1, 4),
        ]
    )


def polynomial(rng, names=(X, Y)):
    name = rng.choice(names)
    return sum(rng.randint(-6, 6) * name**k for k in range(rng.randint(2, 4))) + name ** rng.randint(1, 3) * rng.randint(1, 5)


def nearly(expression, rng):
    """A small change that matters."""
    expression = sp.sympify(expression)
    numbers = sorted(expression.atoms(sp.Rational) - {sp.Integer(-1), sp.Integer(1), sp.S.Half}, key=str)
    changes = [
        lambda: expression + 1,
        lambda: expression + sp.Rational(1, rng.choice([7, 100, 1000])),
        lambda: -expression,
        lambda: expression * sp.Rational(rng.choice([101, 99]), 100),
        lambda: expression + sp.sqrt(2) / rng.choice([10, 1000]),
        lambda: expression + sp.Rational(1, 10 ** rng.choice([8, 12, 16])),
    ]
    if numbers:
        old = rng.choice(numbers)
        changes.append(lambda: expression.subs(old, old + 1))
        changes.append(lambda: expression.subs(old, old + 1))
    return rng.choice(changes)()


def formulas(kind, base, others, rng):
    """A family of formulas: those that are equal by a rewriting, checked by value, and those that are nearly equal."""
    equal = [other for other in others if other is not None and agree(base, other)]
    near = [change for change in (nearly(rng.choice(equal or [base]), rng) for _ in range(3)) if agree(base, change) is False]

    def written(expression):
        is_plain = rng.random() < 0.2 and not expression.has(sp.log, sp.Abs, sp.I)
        return plain(expression, rng) if is_plain else respell(sp.latex(expression), rng)

    return kind, written(base), [written(other) for other in equal], [written(change) for change in near]


def algebra(rng):
    p, q = polynomial(rng), polynomial(rng)
    base = rng.choice([p * q, p**2, p + q, (p + constant(rng)) ** 2, p * constant(rng) + q, (X + rng.randint(1, 5)) ** rng.randint(2, 4)])
    return formulas("algebra", base, [sp.expand(base), sp.factor(base), sp.collect(sp.expand(base), X)], rng)


def rational_functions(rng):
    a, b, c = (rng.randint(1, 6) for _ in range(3))
    base = rng.choice(
        [
            polynomial(rng) / (X + a),
            sp.Integer(a) / (X + b) + sp.Integer(c) / (X - b),
            (X**2 - a**2) / (X - a) + b,
            a / (X * (X + b)),
            (Y + a) / (X**2 + b) - c,
        ]
    )
    return formulas("rational function", base, [sp.together(base), sp.apart(base, X), sp.cancel(base), sp.expand(base)], rng)


def tree(rng, depth):
    """A random formula."""
    if depth == 0:
        return rng.choice([X, Y, X, constant(rng), sp.Integer(rng.randint(1, 6))])
    inner = lambda: tree(rng, depth - 1)
    return rng.choice(
        [
            lambda: inner() + inner(),
            lambda: inner() - inner(),
            lambda: inner() * inner(),
            lambda: inner() * inner(),
            lambda: inner() / (inner() + rng.randint(7, 9)),
            lambda: inner() ** rng.randint(2, 3),
            lambda: sp.sqrt(inner() ** 2 + rng.randint(1, 3)),
            lambda: rng.choice([sp.sin, sp.cos, sp.exp, sp.atan, sp.tan])(tree(rng, 0)),
            lambda: sp.log(tree(rng, 0) ** 2 + 1),
            lambda: sp.Abs(tree(rng, 0) - 1),
        ]
    )()


def mixtures(rng):
    base = tree(rng, rng.randint(2, 3))
    while sp.count_ops(base) > 40 or not base.free_symbols:
        base = tree(rng, 2)
    rewritings = [sp.expand, sp.factor, sp.together, sp.powsimp, sp.logcombine, sp.trigsimp, sp.radsimp, sp.expand_trig]
    return formulas("mixture", base, [rewrite(base) for rewrite in rng.sample(rewritings, 3)], rng)


def trigonometry(rng):
    a, b = rng.randint(1, 5), rng.randint(1, 4)
    base = rng.choice(
        [
            sp.sin(a * X) * sp.cos(a * X),
            sp.sin(X) ** 2 * a + b,
            sp.cos(2 * X) + a,
            sp.sin(X + sp.pi / b),
            sp.tan(X) ** 2 + a,
            sp.sin(a * X) + sp.cos(Y),
            (sp.sin(X) + sp.cos(X)) ** 2,
            a * sp.cos(X) ** 2 - b * sp.sin(X) ** 2,
        ]
    )
    others = [
        sp.expand_trig(base),
        sp.trigsimp(base),
        base.rewrite(sp.exp) if rng.random() < 0.1 else None,
        base.subs(sp.sin(X) ** 2, 1 - sp.cos(X) ** 2),
        base.subs(sp.cos(2 * X), 1 - 2 * sp.sin(X) ** 2),
        sp.expand(base),
        base.rewrite(sp.cos) if base.has(sp.sin) else base.rewrite(sp.sin),
    ]
    return formulas("trigonometry", base, [other for other in others if other is not None], rng)


def logarithms(rng):
    a, b = rng.randint(2, 9), rng.randint(2, 5)
    base, others = rng.choice(
        [
            (sp.log(a**b), [b * sp.log(a, evaluate=False)]),
            (sp.log(sp.Integer(a * b), evaluate=False), [sp.log(sp.Integer(a)) + sp.log(sp.Integer(b))]),
            (sp.log(a * X), [sp.log(a) + sp.log(X)]),
            (sp.log(X**3), [3 * sp.log(X)]),
            (sp.exp(a * sp.log(X)), [X**a]),
            (sp.log(sp.exp(1) * a), [1 + sp.log(a)]),
            (b * sp.log(X) + a, [a - b * sp.log(1 / X)]),
            (sp.exp(X + a), [sp.exp(X) * sp.exp(a)]),
            (sp.log(X**2 + 1) / b, [sp.log((X**2 + 1) ** 3) / (3 * b)]),
        ]
    )
    return formulas("logarithm", base, [*others, sp.expand_log(base)], rng)


def powers(rng):
    a, b = rng.randint(2, 5), rng.randint(1, 4)
    base, others = rng.choice(
        [
            (a ** (N + b), [sp.Integer(a) ** b * sp.Integer(a) ** N]),
            (sp.Integer(a) ** (2 * N), [sp.Integer(a**2) ** N]),
            (sp.sqrt(X**3), [X * sp.sqrt(X)]),
            (X ** sp.Rational(a, b + 1), [(X ** sp.Rational(1, b + 1)) ** a]),
            (sp.exp(2 * X) - 1, [(sp.exp(X) - 1) * (sp.exp(X) + 1)]),
            (1 / sp.sqrt(X + a), [sp.sqrt(X + a) / (X + a)]),
        ]
    )
    return formulas("power", base, others, rng)


def surds(rng):
    a, b, c = rng.randint(1, 9), rng.choice([2, 3, 5, 6, 7]), rng.randint(1, 5)
    base, others = rng.choice(
        [
            (sp.sqrt(c**2 * b), [c * sp.sqrt(b)]),
            (a / (c + sp.sqrt(b)), [sp.radsimp(a / (c + sp.sqrt(b)))]),
            ((a + sp.sqrt(b)) ** 2, [sp.expand((a + sp.sqrt(b)) ** 2)]),
            (sp.sqrt(a + b + 2 * sp.sqrt(a * b)), [sp.sqrt(a) + sp.sqrt(b)]),
            (sp.sqrt(sp.Rational(a, b)), [sp.sqrt(a * b) / b]),
            (sp.root(8 * b, 3), [2 * sp.root(b, 3)]),
            (sp.sqrt(b) * sp.pi / a, [sp.pi * b / (a * sp.sqrt(b))]),
        ]
    )
    kind, answer, equal, near = formulas("surd", base, others, rng)
    if rng.random() < 0.3 and not base.is_rational:
        near.append(str(base.evalf(rng.choice([8, 12, 16, 25]))))
    return kind, answer, equal, near


def special_values(rng):
    function = rng.choice([sp.sin, sp.cos, sp.tan])
    angle = sp.pi * sp.Rational(rng.choice([1, 2, 3, 4, 5]), rng.choice([3, 4, 6]))
    value = function(angle)
    if not value.is_finite:
        return special_values(rng)
    degrees = sp.deg(angle)
    name = function.__name__
    written = rf"\{name} {degrees}^\circ" if rng.random() < 0.5 else rf"\{name}\left({sp.latex(angle)}\right)"
    return "special value", respell(sp.latex(value), rng), [written], [sp.latex(nearly(value, rng)) for _ in range(2)]


def numbers(rng):
    value = sp.Rational(rng.randint(-400, 400), rng.choice([1, 2, 4, 5, 8, 10, 16, 25, 3, 7, 9]))
    spelled = [sp.latex(value), f"{value.p}/{value.q}" if value.q > 1 else f"+{value.p}" if value.p > 0 else str(value.p)]
    if value.q in (1, 2, 4, 5, 8, 10, 16, 25):
        decimal = str(float(value))
        spelled += [decimal, decimal + "0"]
        spelled += [str(float(value * 100)).removesuffix(".0") + r"\%"]
    if value.q > 1 and abs(value) > 1:
        whole, rest = divmod(abs(value.p), value.q)
        sign = "-" if value < 0 else ""
        spelled += [rf"{sign}{whole}\frac{{{rest}}}{{{value.q}}}", f"{sign}{whole} {rest}/{value.q}"]
    if value.q in (3, 9):
        whole, rest = divmod(abs(value.p), value.q)
        spelled += [rf"{'-' if value < 0 else ''}{whole}.\overline{{{rest * 9 // value.q}}}"]
    near = [
        sp.latex(value + sp.Rational(1, rng.choice([10, 100, 10**9]))),
        sp.latex(-value) if value != 0 else "1",
        sp.latex(1 / value) if value not in (0, 1, -1) else "2",
    ]
    if value.q in (3, 7, 9):
        near.append(f"{float(value):.{rng.choice([2, 4, 10])}f}")
    answer = spelled.pop(rng.randrange(2))
    return "number", answer, spelled, near


def large_numbers(rng):
    value = rng.randint(10**3, 10**9)
    grouped = f"{value:,}"
    mantissa, exponent = rng.randint(11, 99), rng.randint(2, 12)
    if rng.random() < 0.5:
        return "large number", str(value), [grouped, grouped.replace(",", "{,}"), rf"\${grouped}"], [str(value + 1), f"{value + 10:,}"]
    number = mantissa * 10 ** (exponent - 1)
    spelled = [rf"{mantissa / 10} \times 10^{{{exponent}}}", f"{mantissa / 10}e{exponent}", rf"{mantissa / 10}\cdot10^{exponent}" if exponent < 10 else str(number)]
    return "large number", str(number), spelled, [rf"{mantissa / 10} \times 10^{{{exponent + 1}}}", str(number + 1)]


def complex_numbers(rng):
    z, w = (sp.Integer(rng.randint(-5, 5)) + sp.I * rng.randint(1, 6) for _ in range(2))
    base = rng.choice([z * w, z**2, z / w, z + w, 1 / z])
    return formulas("complex", sp.expand(sp.simplify(base), complex=True), [base, sp.simplify(base)], rng)


def combinatorics(rng):
    n, k = rng.randint(4, 12), rng.randint(2, 4)
    value = sp.binomial(n, k)
    equal = [rf"\binom{{{n}}}{{{k}}}", rf"\frac{{{n}!}}{{{k}! \cdot {n - k}!}}", str(value), rf"{{{n} \choose {k}}}"]
    if rng.random() < 0.4:
        formula = respell(sp.latex(N * (N - 1) / 2), rng)
        return "combinatorics", r"\binom{n}{2}", [formula, r"\frac{n^2-n}{2}", r"\frac{n!}{2(n-2)!}"], [r"\frac{n(n+1)}{2}", r"\frac{n^2-n}{4}"]
    answer = equal.pop(rng.randrange(len(equal)))
    near = [str(value + 1), rf"\binom{{{n + 1}}}{{{k}}}"]
    if n - k > 1:
        near.append(rf"\frac{{{n}!}}{{{k}!}}")
    return "combinatorics", answer, equal, near


def two_forms(rng):
    """A constant in two forms, and a third that is not it."""
    base = rng.choice([constant(rng), constant(rng) + constant(rng), constant(rng) * constant(rng), constant(rng) / (constant(rng) + 1)])
    other = rng.choice([sp.nsimplify(base), sp.radsimp(base), sp.expand(base), sp.together(base)])
    return base, other if agree(base, other) else base, nearly(base, rng)


def latex(expression, rng):
    return respell(sp.latex(expression), rng)


def sets(rng):
    items = []
    while len(items) < rng.randint(2, 4):
        forms = two_forms(rng)
        if all(agree(forms[0], known[0]) is False for known in items):
            items.append(forms)
    written = lambda parts, braces: (r"\left\{%s\right\}" if braces else "%s") % ", ".join(parts)
    base = [latex(item[0], rng) for item in items]
    moved = [latex(item[1], rng) for item in items]
    rng.shuffle(moved)
    changed = [latex(item[0], rng) for item in items]
    place = rng.randrange(len(items))
    changed[place] = latex(items[place][2], rng)
    if len({str(sp.N(item[0], 30)) for item in items} | {str(sp.N(items[place][2], 30))}) == len(items):
        changed = changed[:1] if place else changed[1:]
    name = rng.choice(["x", "a"])
    named = r" \text{ or } ".join(f"{name} = {part}" for part in moved)
    equal = [written(moved, True), written(moved, True), named]
    near = [written(changed, True), written(moved[:-1], True), written([*moved, "100"], True)]
    return "set", written(base, rng.random() < 0.8), equal, near


def tuples(rng):
    forms = [two_forms(rng) for _ in range(rng.randint(2, 4))]
    written = lambda parts: r"\left(%s\right)" % ", ".join(latex(part, rng) for part in parts)
    base = [form[0] for form in forms]
    place = rng.randrange(len(forms))
    changed = [form[2] if index == place else form[0] for index, form in enumerate(forms)]
    near = [written(changed), written(base[:-1] + [base[-1]] * 2)]
    if agree(base[0], base[-1]) is False:
        near.append(written(base[::-1]))
    return "tuple", written(base), [written([form[1] for form in forms])], near


def intervals(rng):
    low, high = sp.Integer(rng.randint(-9, 0)), sp.Integer(rng.randint(1, 9))
    step = rng.choice([sp.S.Zero, sp.Rational(1, rng.randint(2, 5)), sp.sqrt(2)])
    low, high = low - step, high + step
    opened, closed = rng.random() < 0.5, rng.random() < 0.5
    interval = lambda a, b, left, right: rf"\left{'(' if left else '['}{latex(a, rng)}, {latex(b, rng)}\right{')' if right else ']'}"
    sign = lambda is_open: "<" if is_open else rng.choice([r"\le", r"\leq"])
    chain = f"{latex(low, rng)} {sign(opened)} x {sign(closed)} {latex(high, rng)}"
    base = interval(low, high, opened, closed)
    near = [interval(low, high, not opened, closed), interval(low, high, opened, not closed), interval(low, high + 1, opened, closed)]
    near.append(f"{latex(low, rng)} {sign(not opened)} x {sign(closed)} {latex(high, rng)}")
    if rng.random() < 0.4:
        left, right = rf"(-\infty, {latex(low, rng)})", rf"({latex(high, rng)}, \infty)"
        union = [rf"{left} \cup {right}", rf"{right} \cup {left}", rf"x < {latex(low, rng)} \text{{ or }} x > {latex(high, rng)}"]
        return "interval", union[0], union[1:], [left, rf"(-\infty, {latex(low, rng)}] \cup {right}", rf"{left} \cap {right}"]
    if rng.random() < 0.3:
        return "interval", rf"({latex(low, rng)}, \infty)", [f"x > {latex(low, rng)}", f"{latex(low, rng)} < x"], [f"x \\ge {latex(low, rng)}", f"x < {latex(low, rng)}"]
    return "interval", base, [interval(sp.nsimplify(low), high, opened, closed), chain], near


def matrices(rng):
    rows, columns = rng.randint(1, 3), rng.randint(2, 3)
    forms = [two_forms(rng) for _ in range(rows * columns)]
    pick = lambda which: [form[which] for form in forms]

    def written(cells):
        body = r" \\ ".join(" & ".join(latex(cells[row * columns + column], rng) for column in range(columns)) for row in range(rows))
        kind = rng.choice(["pmatrix", "bmatrix", "matrix"])
        inside = rf"\begin{{{kind}}}{body}\end{{{kind}}}"
        return rf"\left[{inside}\right]" if kind == "matrix" else inside

    place = rng.randrange(len(forms))
    changed = [form[2] if index == place else form[0] for index, form in enumerate(forms)]
    near = [written(changed)]
    if rows > 1 and agree(forms[0][0], forms[-1][0]) is False:
        near.append(written(pick(0)[::-1]))
    return "matrix", written(pick(0)), [written(pick(1))], near


def equations(rng):
    slope, start = rng.choice([-3, -2, 2, 3, 4, 5]), rng.randint(1, 9)
    scale = rng.choice([-2, 2, 3])
    line = slope * X + start
    base = rf"y = {latex(line, rng)}"
    moved = scale * (line - Y)
    left = sp.expand(moved)
    equal = [f"{latex(left, rng)} = 0", f"{latex(sp.expand(left - scale * start), rng)} = {-scale * start}", rf"{latex(line, rng)} = y", rf"y - {start} = {slope} x"]
    near = [rf"y = {latex(line + 1, rng)}", rf"y = {latex(-line, rng)}", f"{latex(left + 1, rng)} = 0", f"{latex(sp.expand(left), rng)} = 1"]
    if rng.random() < 0.3:
        a, b, r = rng.randint(1, 5), rng.randint(1, 5), rng.randint(2, 6)
        circle = (X - a) ** 2 + (Y - b) ** 2
        base = f"{latex(circle, rng)} = {r * r}"
        equal = [f"{latex(sp.expand(circle - r * r), rng)} = 0", f"{latex(sp.expand(2 * circle), rng)} = {2 * r * r}"]
        near = [f"{latex(circle, rng)} = {r * r + 1}", f"{latex(sp.expand(circle + r * r), rng)} = 0", f"{latex((X + a) ** 2 + (Y - b) ** 2, rng)} = {r * r}"]
    return "equation", base, equal, near


def solutions(rng):
    value, other, wrong = two_forms(rng)
    name = rng.choice(["x", "y", "t", r"\theta"])
    return "solution", latex(value, rng), [f"{name} = {latex(other, rng)}"], [f"{name} = {latex(wrong, rng)}", rf"{name} > {latex(value, rng)}", rf"{name} \ne {latex(value, rng)}"]


def inequalities(rng):
    a, b, scale = rng.randint(1, 6), rng.randint(1, 9), rng.randint(2, 4)
    bound = sp.Rational(b, a)
    base = rf"x > {latex(bound, rng)}"
    equal = [rf"{latex(bound, rng)} < x", rf"{scale * a} x > {scale * b}" if scale * a > 1 else base, rf"-{a} x < -{b}"]
    near = [rf"x < {latex(bound, rng)}", rf"x \geq {latex(bound, rng)}", rf"x > {latex(bound + 1, rng)}", rf"-{a} x > -{b}"]
    return "inequality", base, equal, near


def quantities(rng):
    value = sp.Rational(rng.randint(1, 200), rng.choice([1, 2, 4]))
    number = latex(value, rng)
    unit, other = rng.sample([("cm", "centimeters"), ("kg", "kilograms"), ("hours", "h"), ("ft", "feet"), (r"m^2", "square meters")], 2)
    gold = number if rng.random() < 0.5 else rf"{number} \text{{ {unit[1]}}}"
    near = [rf"{latex(value + 1, rng)} \text{{ {unit[0]}}}"]
    if gold != number:
        near.append(rf"{number} \text{{ {other[0]}}}")
    return "quantity", gold, [rf"{number}\text{{ {unit[1]}}}", rf"{number} \, \mathrm{{{unit[0]}}}"], near


def words(rng):
    people = ["Evelyn", "Carla", "Bob", "Monday", "Tuesday", "ellipse", "hyperbola", "even", "odd", "no solution"]
    right, wrong = rng.sample(people, 2)
    return "words", rf"\text{{{right}}}", [rf"\text{{{right.lower()}}}", rf"\text{{ {right} }}", right], [rf"\text{{{wrong}}}", rf"\text{{not {right}}}"]


FAMILIES = [
    algebra, algebra, mixtures, mixtures, mixtures, rational_functions, trigonometry, trigonometry, logarithms, powers, surds, surds, special_values, numbers, numbers,
    large_numbers, complex_numbers, combinatorics, sets, tuples, intervals, matrices, equations, solutions, inequalities, quantities, words,
]  # fmt: skip
