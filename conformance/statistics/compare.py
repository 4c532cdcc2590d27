"""Our statistics against scipy, statsmodels and exact arithmetic, on random cases with a fixed seed.

  python compare.py draw CASES             write the cases
  python compare.py check CASES ANSWERS    hold our answers (answers.ts CASES) against the others; the tally is the last line

What is computed without draws must agree to 1e-9 (relative or absolute), unless a check says why not. What both sides draw
(BCa, scipy's own bootstrap) must agree within six Monte Carlo standard errors.
"""

import json
import math
import sys
from collections import Counter
from fractions import Fraction

import numpy
from scipy import stats

SEED = 20260131
TOLERANCE = 1e-9
BEYOND_CHANCE = 6.0
DRAWS = 20_000


# Drawing

def lattice_values(rng, n):
    rollouts = int(rng.choice([1, 2, 4, 8]))
    rates = rng.beta(2, 1, n)
    return [int(rng.binomial(rollouts, rate)) / rollouts for rate in rates]


def level_of(rng):
    return float(rng.choice([0.8, 0.9, 0.95, 0.99]))


def groups_of(rng, names, rollouts, fractions=False):
    draw = (lambda rate: round(float(rng.beta(1 + 4 * rate, 2)), 3)) if fractions else (lambda rate: int(rng.random() < rate))
    return {name: [draw(rate) for _ in range(rollouts)] for name, rate in zip(names, rng.random(len(names)))}


def spread_numbers(rng, count, places=3):
    return [round(float(value), places) for value in rng.gamma(2.0, 1.0, count)]


def draw_wilson(rng):
    n = int(rng.integers(1, 400))
    return {"successes": int(rng.integers(0, n + 1)), "n": n, "level": level_of(rng)}


def draw_t_quantile(rng):
    df = int(rng.integers(1, 300)) if rng.random() < 0.7 else round(float(rng.uniform(1, 60)), 4)
    return {"df": df, "level": round(float(rng.uniform(0.5, 0.9999)), 5)}


def draw_normal_quantile(rng):
    return {"probability": float(rng.uniform(0, 1) ** rng.choice([1, 6]))}


def draw_bootstrap(rng):
    return {"values": lattice_values(rng, int(rng.integers(3, 26))), "level": level_of(rng)}


def draw_bootstrap_difference(rng):
    a, b = (lattice_values(rng, int(rng.integers(3, 13))) for _ in range(2))
    return {"a": a, "b": b, "level": level_of(rng)}


def draw_bca(rng):
    return {"values": spread_numbers(rng, int(rng.integers(12, 60))), "level": level_of(rng), "draws": DRAWS, "seed": int(rng.integers(1e6))}


def draw_bca_difference(rng):
    a, b = (spread_numbers(rng, int(rng.integers(12, 50))) for _ in range(2))
    return {"a": a, "b": b, "level": level_of(rng), "draws": DRAWS, "seed": int(rng.integers(1e6))}


def draw_sign_flip(rng):
    n = int(rng.integers(1, 13))
    rollouts = int(rng.choice([1, 3, 4, 7]))
    if rng.random() < 0.3:
        return {"differences": [round(float(value), 2) for value in rng.normal(0.3, 1, n)]}
    return {"differences": [int(rng.integers(-rollouts, rollouts + 1)) / rollouts for _ in range(n)]}


def draw_two_sample(rng):
    sizes = rng.integers(2, 7, 2)
    return dict(zip("ab", (lattice_values(rng, int(size)) for size in sizes)))


def draw_mcnemar(rng):
    return dict(zip("bc", (int(count) for count in rng.integers(0, 40, 2))))


def draw_kappa(rng):
    size = int(rng.choice([2, 3]))
    return {"table": [[int(count) for count in rng.integers(1, 30, size)] for _ in range(size)]}


def draw_p_values(rng):
    return {"p": [round(float(p), 6) for p in rng.random(int(rng.integers(1, 15))) ** 3]}


def draw_cluster(rng):
    n = int(rng.integers(8, 60))
    clusters = [f"c{index}" for index in rng.integers(0, max(3, n // 4), n)]
    shift = {name: rng.normal(0, 0.3) for name in sorted(set(clusters))}
    return {"values": [round(float(rng.random() + shift[name]), 4) for name in clusters], "clusters": clusters, "level": level_of(rng)}


def draw_holdout(rng):
    return {
        "effect": round(float(rng.uniform(0.02, 0.4)), 4),
        "taskStd": round(float(rng.uniform(0.2, 0.7)), 4),
        "alpha": float(rng.choice([0.01, 0.05, 0.1])),
        "power": float(rng.choice([0.7, 0.8, 0.9])),
    }


def draw_two_proportion(rng):
    n_a, n_b = (int(n) for n in rng.integers(3, 300, 2))
    return {"counts": [int(rng.integers(1, n_a)), n_a, int(rng.integers(1, n_b)), n_b]}


def draw_group(rng):
    n = int(rng.integers(1, 200))
    return {"n": n, "c": int(rng.integers(0, n + 1)), "k": int(rng.integers(1, n + 1))}


def draw_rogan_gladen(rng):
    return {"input": {
        "observed": round(float(rng.uniform(0.2, 0.9)), 4), "n": int(rng.integers(20, 500)),
        "sensitivity": round(float(rng.uniform(0.7, 0.99)), 4), "specificity": round(float(rng.uniform(0.6, 0.99)), 4),
        "positives": int(rng.integers(10, 200)), "negatives": int(rng.integers(10, 200)), "level": level_of(rng),
    }}


def draw_sequential(rng):
    return {"looks": int(rng.integers(2, 4)), "alpha": float(rng.choice([0.01, 0.05, 0.1])), "spending": str(rng.choice(["obrien-fleming", "pocock"]))}


def draw_pass_at(rng):
    rollouts = int(rng.integers(2, 9))
    names = [f"task {index}" for index in range(int(rng.integers(4, 40)))]
    return {"groups": groups_of(rng, names, rollouts), "k": int(rng.integers(2, rollouts + 1))}


def draw_compare_paired(rng):
    names = [f"task {index}" for index in range(int(rng.integers(6, 40)))]
    return {"a": groups_of(rng, names, 4, True), "b": groups_of(rng, names, 4, True), "level": level_of(rng)}


def draw_compare_unpaired(rng):
    names = [[f"{side} {index}" for index in range(int(rng.integers(6, 30)))] for side in "ab"]
    return {"a": groups_of(rng, names[0], 3, True), "b": groups_of(rng, names[1], 3, True), "level": level_of(rng)}


# Checking: each gives (what, ours, theirs, tolerance) for every number of a case

def ends(interval, theirs, tolerance=TOLERANCE):
    return [("low", interval["low"], theirs[0], tolerance), ("high", interval["high"], theirs[1], tolerance)]


def check_wilson(case, ours):
    from statsmodels.stats.proportion import proportion_confint
    return ends(ours, proportion_confint(case["successes"], case["n"], alpha=1 - case["level"], method="wilson"))


def check_t_quantile(case, ours):
    return [("t", ours, stats.t.ppf((1 + case["level"]) / 2, case["df"]), TOLERANCE)]


def check_normal_quantile(case, ours):
    return [("z", ours, stats.norm.ppf(case["probability"]), TOLERANCE)]


def resampled_sums(values):
    """Exact distribution of the sum of n draws with replacement: {sum: chance}, in fractions."""
    n = len(values)
    kinds = Counter(Fraction(value).limit_denominator(64) for value in values)
    chances = {Fraction(0): Fraction(1)}
    for _ in range(n):
        following = {}
        for total, chance in chances.items():
            for value, count in kinds.items():
                following[total + value] = following.get(total + value, 0) + chance * count
        chances = following
    return {total: chance / n**n for total, chance in chances.items()}


def quantiles(distribution, level):
    """Smallest value with more than the lower share below or at it; smallest with at least the upper share."""
    lower, upper = (1 - Fraction(str(level))) / 2, (1 + Fraction(str(level))) / 2
    seen, low, high = Fraction(0), None, None
    for value in sorted(distribution):
        seen += distribution[value]
        if low is None and seen > lower:
            low = value
        if high is None and seen >= upper:
            high = value
    return low, high


def check_bootstrap_exact(case, ours):
    n = len(case["values"])
    low, high = quantiles(resampled_sums(case["values"]), case["level"])
    return ends(ours, (float(low / n), float(high / n)))


def check_bootstrap_scipy(case, ours):
    """scipy draws; its ends must lie between the exact quantiles a few Monte Carlo errors to either side."""
    values, level, n = numpy.array(case["values"]), case["level"], len(case["values"])
    found = stats.bootstrap((values,), numpy.mean, n_resamples=DRAWS, confidence_level=level, method="percentile", rng=SEED)
    share = (1 - level) / 2
    slack = BEYOND_CHANCE * math.sqrt(share * (1 - share) / DRAWS)
    wide, narrow = (quantiles(resampled_sums(case["values"]), round(level + sign * 2 * slack, 6)) for sign in (1, -1))
    interval = found.confidence_interval
    inside = [
        float(wide[0] / n) - 1e-9 <= interval.low <= float(narrow[0] / n) + 1e-9,
        float(narrow[1] / n) - 1e-9 <= interval.high <= float(wide[1] / n) + 1e-9,
        float(wide[0] / n) - 1e-9 <= ours["low"] <= float(narrow[0] / n) + 1e-9,
        float(narrow[1] / n) - 1e-9 <= ours["high"] <= float(wide[1] / n) + 1e-9,
    ]
    return [("ends within Monte Carlo error", all(inside), True, 0)]


def check_bootstrap_difference(case, ours):
    sums = [resampled_sums(case[side]) for side in "ab"]
    difference = {}
    for of_a, chance_a in sums[0].items():
        for of_b, chance_b in sums[1].items():
            value = of_b / len(case["b"]) - of_a / len(case["a"])
            difference[value] = difference.get(value, 0) + chance_a * chance_b
    low, high = quantiles(difference, case["level"])
    return ends(ours, (float(low), float(high)))


def monte_carlo_tolerance(distribution, level):
    """Six standard errors of the difference of two simulated quantiles, with the density of a normal."""
    share = (1 - level) / 2
    density = stats.norm.pdf(stats.norm.ppf(share)) / numpy.std(distribution)
    return BEYOND_CHANCE * math.sqrt(2 * share * (1 - share) / DRAWS) / density


def check_bca(case, ours):
    found = stats.bootstrap((numpy.array(case["values"]),), numpy.mean, n_resamples=DRAWS, confidence_level=case["level"], method="BCa", rng=SEED)
    return ends(ours, found.confidence_interval, ("absolute", monte_carlo_tolerance(found.bootstrap_distribution, case["level"])))


def check_bca_difference(case, ours):
    difference = lambda a, b, axis=-1: numpy.mean(b, axis=axis) - numpy.mean(a, axis=axis)
    samples = (numpy.array(case["a"]), numpy.array(case["b"]))
    found = stats.bootstrap(samples, difference, n_resamples=DRAWS, confidence_level=case["level"], method="BCa", rng=SEED)
    return ends(ours, found.confidence_interval, ("absolute", monte_carlo_tolerance(found.bootstrap_distribution, case["level"])))


def check_sign_flip(case, ours):
    fractions = [Fraction(value).limit_denominator(10_000) for value in case["differences"]]
    # Whole numbers: scipy takes sums that are equal but for a last bit as different.
    unit = math.lcm(*(value.denominator for value in fractions))
    differences = numpy.array([float(value * unit) for value in fractions])
    if len(differences) < 2 or not differences.any():
        p = 1.0
    else:
        p = stats.permutation_test((differences,), numpy.mean, permutation_type="samples", n_resamples=numpy.inf, vectorized=True).pvalue
    observed, beyond, tied = abs(sum(fractions)), 0, 0
    for signs in range(2 ** len(fractions)):
        total = abs(sum(value if signs >> index & 1 else -value for index, value in enumerate(fractions)))
        beyond, tied = beyond + (total > observed), tied + (total == observed)
    count = 2 ** len(fractions)
    return [
        ("p by scipy", ours["p"], p, TOLERANCE),
        ("p", ours["p"], (beyond + tied) / count, TOLERANCE),
        ("mid-p", ours["midP"], 1.0 if not any(fractions) else (beyond + tied / 2) / count, TOLERANCE),
    ]


def check_two_sample(case, ours):
    distance = lambda a, b, axis=-1: numpy.abs(numpy.mean(a, axis=axis) - numpy.mean(b, axis=axis))
    samples = (numpy.array(case["a"]), numpy.array(case["b"]))
    found = stats.permutation_test(samples, distance, permutation_type="independent", n_resamples=numpy.inf, alternative="greater", vectorized=True)
    return [("p", ours["p"], found.pvalue, TOLERANCE)]


def check_mcnemar(case, ours):
    from statsmodels.stats.contingency_tables import mcnemar
    b, c = case["b"], case["c"]
    exact = mcnemar([[0, b], [c, 0]], exact=True).pvalue if b + c > 0 else 1.0
    mid = 1.0 if b == c == 0 else 2 * stats.binom.cdf(min(b, c), b + c, 0.5) - stats.binom.pmf(min(b, c), b + c, 0.5)
    if b == c and b > 0:
        mid = 1 - stats.binom.pmf(b, b + c, 0.5) / 2
    return [("p", ours["p"], exact, TOLERANCE), ("mid-p", ours["midP"], mid, TOLERANCE)]


def check_kappa(case, ours):
    from statsmodels.stats.inter_rater import cohens_kappa
    return [("kappa", ours["kappa"], cohens_kappa(numpy.array(case["table"])).kappa, TOLERANCE)]


def check_adjusted(method):
    def check(case, ours):
        from statsmodels.stats.multitest import multipletests
        theirs = multipletests(case["p"], method=method)[1]
        return [(f"p {index}", own, other, TOLERANCE) for index, (own, other) in enumerate(zip(ours, theirs, strict=True))]
    return check


def check_cluster(case, ours):
    from statsmodels.regression.linear_model import OLS
    _, groups = numpy.unique(case["clusters"], return_inverse=True)
    fit = OLS(case["values"], numpy.ones(len(groups))).fit(cov_type="cluster", cov_kwds={"groups": groups}, use_t=True)
    low, high = fit.conf_int(alpha=1 - case["level"])[0]
    return [("standard error", ours["standardError"], fit.bse[0], TOLERANCE), *ends(ours, (low, high))]


def check_holdout(case, ours):
    """The smallest n with the power: one less has not got it."""
    from statsmodels.stats.power import NormalIndPower
    power = lambda n: NormalIndPower().power(case["effect"] / case["taskStd"], n, case["alpha"], ratio=0)
    slack = 1e-6
    enough = power(ours) >= case["power"] - slack
    fewest = ours == 2 or power(ours - 1) < case["power"] + slack
    return [("n has the power", enough, True, 0), ("n - 1 has not", fewest, True, 0)]


def check_two_proportion(case, ours):
    from statsmodels.stats.proportion import proportions_ztest
    a, n_a, b, n_b = case["counts"]
    return [("p", ours, proportions_ztest([a, b], [n_a, n_b])[1], TOLERANCE)]


def check_group(case, ours):
    drawn = stats.hypergeom(case["n"], case["c"], case["k"])
    return [("pass@k", ours["passAtK"], 1 - drawn.pmf(0), TOLERANCE), ("pass^k", ours["passPowK"], drawn.pmf(case["k"]), TOLERANCE)]


def check_rogan_gladen(case, ours):
    given = case["input"]
    p, se, sp = given["observed"], given["sensitivity"], given["specificity"]
    youden = se + sp - 1
    estimate = (p + sp - 1) / youden
    variance = p * (1 - p) / given["n"] + estimate**2 * se * (1 - se) / given["positives"] + (1 - estimate) ** 2 * sp * (1 - sp) / given["negatives"]
    error = math.sqrt(variance) / youden
    half = stats.norm.ppf((1 + given["level"]) / 2) * error
    clip = lambda value: min(max(value, 0), 1)
    return [
        ("unclipped", ours["unclipped"], estimate, TOLERANCE),
        ("estimate", ours["estimate"], clip(estimate), TOLERANCE),
        ("standard error", ours["standardError"], error, TOLERANCE),
        *ends(ours["deltaInterval"], (clip(estimate - half), clip(estimate + half))),
    ]


def check_sequential(case, ours):
    """The chance to have crossed by each look, by scipy's multivariate normal, is what the spending function allows."""
    shares = [bound["share"] for bound in ours]
    alpha = case["alpha"]
    found = []
    for count in range(1, len(ours) + 1):
        share = shares[count - 1]
        if case["spending"] == "pocock":
            allowed = alpha * math.log(1 + (math.e - 1) * share)
        else:
            # Each side spends alpha / 2 as a one-sided test does.
            allowed = 4 * stats.norm.sf(stats.norm.ppf(1 - alpha / 4) / math.sqrt(share))
        bounds = numpy.array([bound["z"] if bound["z"] is not None else 12.0 for bound in ours[:count]])
        covariance = [[math.sqrt(min(s, t) / max(s, t)) for t in shares[:count]] for s in shares[:count]]
        inside = stats.multivariate_normal(cov=covariance, abseps=1e-8, releps=1e-8, maxpts=10_000_000).cdf(bounds, lower_limit=-bounds)
        found.append((f"spent by look {count}", 1 - inside, allowed, ("absolute", 2e-5)))
        found.append((f"said to be spent by look {count}", ours[count - 1]["spent"], allowed, ("absolute", 1e-9)))
    return found


def check_pass_at(case, ours):
    rates, k = [numpy.mean(rewards) for rewards in case["groups"].values()], case["k"]
    drawn = [stats.hypergeom(len(rewards), sum(rewards), k) for rewards in case["groups"].values()]
    found = [
        ("pass@1", ours["passAt1"], numpy.mean(rates), TOLERANCE),
        ("pass@k", ours["passAtK"], numpy.mean([1 - group.pmf(0) for group in drawn]), TOLERANCE),
        ("pass^k", ours["passPowK"], numpy.mean([group.pmf(k) for group in drawn]), TOLERANCE),
    ]
    if numpy.std(rates) > 0:
        low, high = stats.ttest_1samp(rates, 0).confidence_interval(0.95)
        found += ends(ours["ci95"], (max(0, low), min(1, high)))
    return found


def check_compare(paired):
    def check(case, ours):
        a, b = ([numpy.mean(rewards) for rewards in case[side].values()] for side in "ab")
        test = stats.ttest_rel(b, a) if paired else stats.ttest_ind(b, a, equal_var=False)
        low, high = test.confidence_interval(case["level"])
        return [("difference", ours["delta"], numpy.mean(b) - numpy.mean(a), TOLERANCE), ("is paired", ours["paired"], paired, 0), *ends(ours["ci95"], (low, high))]
    return check


KINDS = {
    "wilson": (40, draw_wilson, check_wilson),
    "t_quantile": (30, draw_t_quantile, check_t_quantile),
    "normal_quantile": (20, draw_normal_quantile, check_normal_quantile),
    "bootstrap_exact": (40, draw_bootstrap, check_bootstrap_exact),
    "bootstrap_scipy": (15, draw_bootstrap, check_bootstrap_scipy),
    "bootstrap_difference": (15, draw_bootstrap_difference, check_bootstrap_difference),
    "bca": (15, draw_bca, check_bca),
    "bca_difference": (10, draw_bca_difference, check_bca_difference),
    "sign_flip": (40, draw_sign_flip, check_sign_flip),
    "two_sample": (30, draw_two_sample, check_two_sample),
    "mcnemar": (30, draw_mcnemar, check_mcnemar),
    "kappa": (30, draw_kappa, check_kappa),
    "holm": (20, draw_p_values, check_adjusted("holm")),
    "benjamini_hochberg": (20, draw_p_values, check_adjusted("fdr_bh")),
    "cluster": (30, draw_cluster, check_cluster),
    "holdout": (25, draw_holdout, check_holdout),
    "two_proportion": (30, draw_two_proportion, check_two_proportion),
    "group": (40, draw_group, check_group),
    "rogan_gladen": (25, draw_rogan_gladen, check_rogan_gladen),
    "sequential": (6, draw_sequential, check_sequential),
    "pass_at": (25, draw_pass_at, check_pass_at),
    "compare_paired": (25, draw_compare_paired, check_compare(True)),
    "compare_unpaired": (15, draw_compare_unpaired, check_compare(False)),
}


def agrees(ours, theirs, tolerance):
    if isinstance(theirs, bool) or isinstance(ours, bool):
        return bool(ours) == bool(theirs)
    if ours is None:
        return False
    ours, theirs = float(ours), float(theirs)
    if math.isnan(ours) or math.isnan(theirs):
        return False
    if ours == theirs:
        return True
    if isinstance(tolerance, tuple):
        return abs(ours - theirs) <= tolerance[1]
    return abs(ours - theirs) <= tolerance * max(1.0, abs(theirs))


def draw(path):
    cases = []
    for index, (kind, (count, make, _)) in enumerate(KINDS.items()):
        rng = numpy.random.default_rng([SEED, index])
        cases += [{"kind": kind, **make(rng)} for _ in range(count)]
    with open(path, "w") as file:
        json.dump(cases, file)
    print(f"{len(cases)} cases of {len(KINDS)} kinds, seed {SEED}")


def check(cases_path, answers_path):
    cases, answers = (json.load(open(path)) for path in (cases_path, answers_path))
    tally = {kind: [0, 0, 0.0] for kind in KINDS}
    for case, answer in zip(cases, answers, strict=True):
        kind = case["kind"]
        try:
            if "error" in answer:
                raise ValueError(answer["error"])
            numbers = KINDS[kind][2](case, answer["answer"])
            wrong = [f"{what}: ours {ours}, theirs {theirs}" for what, ours, theirs, tolerance in numbers if not agrees(ours, theirs, tolerance)]
            apart = [abs(float(ours) - float(theirs)) for _, ours, theirs, _ in numbers if ours is not None]
            tally[kind][2] = max([tally[kind][2], *apart])
        except Exception as error:  # one case must not hide the others
            wrong = [f"{type(error).__name__}: {error}"]
        tally[kind][1 if wrong else 0] += 1
        for text in wrong:
            print(f"FAIL  {kind} {json.dumps(case)}: {text}")
    for kind, (passed, failed, apart) in tally.items():
        print(f"{'FAIL' if failed else 'ok  '}  {kind}: {passed} of {passed + failed} agree, at most {apart:.1e} apart")
    passed, failed = (sum(counts[index] for counts in tally.values()) for index in (0, 1))
    print(f"{passed} passed, {failed} failed, 0 skipped")
    return 0 if failed == 0 and passed > 0 else 1


if sys.argv[1] == "draw":
    draw(sys.argv[2])
else:
    sys.exit(check(sys.argv[2], sys.argv[3]))
