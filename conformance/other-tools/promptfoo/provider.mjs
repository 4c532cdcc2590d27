/** Says what it was asked, in one style or another; every second call about what is broken fails. */
export default class Echo {
  #calls = 0;

  constructor(options) {
    this.options = options;
  }

  id() {
    return "echo";
  }

  async callApi(prompt) {
    this.#calls++;
    if (prompt.includes("broken") && this.#calls % 2 === 0) return { error: "the world broke" };
    const { style } = this.options.config;
    const isLoud = style === "loud" || (style === "moody" && this.#calls % 3 === 0);
    return {
      output: isLoud ? prompt.toUpperCase() : prompt,
      tokenUsage: { total: 7, prompt: 4, completion: 3 },
      cost: 0.001,
    };
  }
}
