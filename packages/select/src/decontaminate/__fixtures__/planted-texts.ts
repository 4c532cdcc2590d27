/**
 * Training texts with eval texts planted in them, in six scripts: 0.5% verbatim (in another case or spacing), 0.5% with one
 * word changed, 0.5% inside a longer text, the rest clean. The words are drawn from lists of our own with frequencies that
 * fall as 1 / rank, as those of a language do.
 */

import { derive, type RandomStream } from "@whileai/core";

export type PlantedKind = "exact" | "edited" | "embedded" | "clean";

export interface PlantedRow {
  prompt: string;
  task_id: string;
  kind: PlantedKind;
}

export interface Script {
  readonly name: string;
  /** What stands between words. */
  readonly space: string;
  readonly words: readonly string[];
  /** A word that is in no text. */
  readonly foreign: string;
  /** A text that is the same to a reader. */
  readonly respelled: (text: string) => string;
}

const listed = (words: string): string[] => words.split(" ");

/** Made words of consonants and vowels. */
function latinWords(count: number): string[] {
  const stream = derive("planted", "latin");
  const words = new Set<string>();
  while (words.size < count) {
    let word = "";
    for (let syllable = stream.pick([1, 2, 2, 3, 3, 4]); syllable > 0; syllable--)
      word += stream.pick([..."bcdfghjklmnpqrstvwz"]) + stream.pick([..."aeiou"]);
    words.add(word);
  }
  return [...words];
}

/** Words of a language put together in pairs, so that there are enough of them. */
const paired = (words: readonly string[], space = ""): string[] => [
  ...words,
  ...words.flatMap((left) => words.map((right) => left + space + right)),
];

export const SCRIPTS: readonly Script[] = [
  {
    name: "Latin",
    space: " ",
    words: latinWords(20_000),
    foreign: "edited",
    respelled: (text) => text.toUpperCase(),
  },
  {
    name: "Chinese",
    space: "",
    words: paired(
      listed(
        "订单 退款 地址 客户 仓库 明天 商品 价格 发票 快递 电话 红色 鞋子 问题 服务 账号 密码 城市 天气 学习 工作 会议 文件 时间 公司 朋友 火车 音乐 颜色 数量 北方 我们 需要 可以 已经 但是 修改 取消 收到 查询",
      ),
    ),
    foreign: "龘",
    respelled: (text) => `  ${text}\n`,
  },
  {
    name: "Japanese",
    space: "",
    words: paired(
      listed(
        "注文 返金 住所 お客様 倉庫 明日 商品 ねだん 領収書 配達 電話 あかい 靴 もんだい サービス アカウント パスワード 都市 天気 勉強 しごと 会議 ファイル 時間 かいしゃ 友達 電車 音楽 いろ 数量 きた わたし ください できます すでに しかし 変更 キャンセル 受け取る 調べる",
      ),
    ),
    foreign: "鬱",
    respelled: (text) => text.replaceAll("サービス", "ｻｰﾋﾞｽ"),
  },
  {
    name: "Thai",
    space: "",
    words: paired(
      listed(
        "คำสั่ง คืนเงิน ที่อยู่ ลูกค้า โกดัง พรุ่งนี้ สินค้า ราคา ใบเสร็จ ขนส่ง โทรศัพท์ สีแดง รองเท้า ปัญหา บริการ บัญชี รหัส เมือง อากาศ เรียน ทำงาน ประชุม เอกสาร เวลา บริษัท เพื่อน รถไฟ ดนตรี สี จำนวน เหนือ เรา ต้องการ ได้ แล้ว แต่ แก้ไข ยกเลิก ได้รับ ค้นหา",
      ),
    ),
    foreign: "ฮฬฮ",
    respelled: (text) => ` ${text} `,
  },
  {
    name: "Arabic",
    space: " ",
    words: paired(
      listed(
        "طلب استرداد عنوان عميل مستودع غدا منتج سعر فاتورة شحن هاتف أحمر حذاء مشكلة خدمة حساب كلمة مدينة طقس دراسة عمل اجتماع ملف وقت شركة صديق قطار موسيقى لون كمية شمال نحن يريد يمكن بعد لكن تعديل إلغاء استلم بحث",
      ),
      "",
    ),
    foreign: "ظظظ",
    respelled: (text) => text.replaceAll(" ", "  "),
  },
  {
    name: "Hindi",
    space: " ",
    words: paired(
      listed(
        "ऑर्डर वापसी पता ग्राहक गोदाम कल सामान कीमत रसीद डिलीवरी फ़ोन लाल जूते समस्या सेवा खाता पासवर्ड शहर मौसम पढ़ाई काम बैठक फ़ाइल समय कंपनी दोस्त रेलगाड़ी संगीत रंग संख्या उत्तर हम चाहिए सकते पहले लेकिन बदलना रद्द मिला खोजना",
      ),
      "",
    ),
    foreign: "झझझ",
    // Letters with a dot below have two spellings, of one character and of two.
    respelled: (text) => text.normalize("NFD").replaceAll(" ", "\t"),
  },
];

/** Words of a script by their frequency. */
export class WordSource {
  readonly #words: readonly string[];
  readonly #sums: Float64Array;

  constructor(words: readonly string[]) {
    this.#words = words;
    this.#sums = new Float64Array(words.length);
    let sum = 0;
    for (let rank = 0; rank < words.length; rank++) this.#sums[rank] = sum += 1 / (rank + 2);
  }

  draw(stream: RandomStream, fewest: number, most: number): string[] {
    const count = fewest + stream.integer(most - fewest + 1);
    return Array.from({ length: count }, () => this.#word(stream.uniform()));
  }

  #word(uniform: number): string {
    const wanted = uniform * (this.#sums.at(-1) as number);
    let [low, high] = [0, this.#sums.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sums[middle] as number) < wanted) low = middle + 1;
      else high = middle;
    }
    return this.#words[low] as string;
  }
}

/** Eval texts of 35 to 65 words. */
export function plantedEvals(script: Script, count: number): string[][] {
  const source = new WordSource(script.words);
  const stream = derive("planted", script.name, "evals");
  return Array.from({ length: count }, () => source.draw(stream, 35, 65));
}

/** Training rows, of which `share` are of each planted kind. */
export function* plantedRows(
  script: Script,
  evals: readonly string[][],
  count: number,
  share = 0.005,
): Generator<PlantedRow> {
  const source = new WordSource(script.words);
  const stream = derive("planted", script.name, "rows", count);
  const text = (words: readonly string[]): string => words.join(script.space);
  for (let index = 0; index < count; index++) {
    const task_id = `t${index}`;
    const where = stream.uniform();
    if (where < share) yield { prompt: script.respelled(text(stream.pick(evals))), task_id, kind: "exact" };
    else if (where < 2 * share) {
      const words = [...stream.pick(evals)];
      words[stream.integer(words.length)] = script.foreign;
      yield { prompt: text(words), task_id, kind: "edited" };
    } else if (where < 3 * share) {
      const longer = [...source.draw(stream, 150, 200), ...stream.pick(evals)];
      yield { prompt: text(longer), task_id, kind: "embedded" };
    } else yield { prompt: text(source.draw(stream, 40, 80)), task_id, kind: "clean" };
  }
}

/** How many rows of each kind were flagged, of how many, and by which rules. */
export function caughtByKind(
  rows: readonly PlantedRow[],
  flagged: readonly number[],
): Record<PlantedKind, { caught: number; of: number }> {
  const kinds = {
    exact: { caught: 0, of: 0 },
    edited: { caught: 0, of: 0 },
    embedded: { caught: 0, of: 0 },
    clean: { caught: 0, of: 0 },
  };
  for (const { kind } of rows) kinds[kind].of++;
  for (const index of flagged) kinds[(rows[index] as PlantedRow).kind].caught++;
  return kinds;
}
