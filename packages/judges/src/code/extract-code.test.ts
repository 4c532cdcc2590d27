import { expect, it } from "vitest";
import { extractCode } from "./extract-code.js";

it.each([
  ["no fence: all of it", "x = 1\n", "x = 1\n"],
  ["the only fence", "Here:\n```python\nx = 1\n```\nDone.", "x = 1"],
  ["the last fence of the language", "```python\nx = 1\n```\nBetter:\n```py\nx = 2\n```\n```js\nx = 3\n```", "x = 2"],
  ["an untagged fence", "```\nx = 1\n```", "x = 1"],
  ["a tagged fence before an untagged one", "```python\nx = 1\n```\nprints\n```\n1\n```", "x = 1"],
  ["a fence that never closes", "```python\nx = 1\ny = 2", "x = 1\ny = 2"],
  ["a fence inside a longer one", "````python\nx = '''\n```\n'''\n````", "x = '''\n```\n'''"],
  ["a tilde fence with a title", "~~~Python title=x\nx = 1\n~~~", "x = 1"],
  ["code in a thought is no reply", "<think>```python\nx = 1\n```</think>I cannot.", "I cannot."],
  [
    "a fence in a list",
    "1. So:\n   ```python\n   def f(x):\n       return x\n\n   f(1)\n   ```\n",
    "def f(x):\n    return x\n\nf(1)",
  ],
  ["a fence in a list, its code at the margin", "- So:\n    ```python\nif x:\n    y = 1\n    ```", "if x:\n    y = 1"],
  ["code inside a sentence is no fence", "```add()``` is short:\n```python\nx = 1\n```", "x = 1"],
  ["another language alone", "```rust\nfn f() {}\n```", undefined],
  ["an empty fence", "```python\n```", undefined],
  ["nothing", " \n", undefined],
  ["line ends of another system", "```python\r\nx = 1\r\n```\r\n", "x = 1"],
])("%s", (_, reply, code) => {
  expect(extractCode(reply, "python")).toBe(code);
});
