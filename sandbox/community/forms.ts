import type { Truth } from './types.ts'

/** The forms of a post, each with the lexicon sections `form-title` and `form-body`. */
export type Form = keyof typeof forms

interface FormOf {
  truth: Truth['kind']
  /** The share per 1,000 posts that aren't leads. */
  share: number
  /** Whether it mentions a product. */
  product: boolean
  /** How many replies it gets, relative to other forms. */
  heat: number
  /** The kinds of replies, by weight. */
  answers: Readonly<Record<string, number>>
}

const toLead = { recommend: 44, advise: 14, counter: 13, same: 8, 'joke-p': 6, 'same-ask': 2, shill: 3 }

/** The first three have a rate instead of a share: see `leadsPerDay`. */
export const forms = {
  ask: { truth: 'ask', share: 0, product: true, heat: 1.4, answers: toLead },
  compare: { truth: 'comparison', share: 0, product: true, heat: 1.3, answers: { ...toLead, warn: 14 } },
  leave: { truth: 'complaint', share: 0, product: true, heat: 1.3, answers: { ...toLead, warn: 10, recommend: 36 } },
  owner: { truth: 'chatter', share: 26, product: true, heat: 0.7, answers: { 'owner-help': 80, 'joke-p': 8 } },
  happy: {
    truth: 'chatter',
    share: 13,
    product: true,
    heat: 0.8,
    answers: { 'price-q': 25, 'how-long': 30, warn: 12, 'reply-yes': 25 },
  },
  advert: { truth: 'advertising', share: 22, product: true, heat: 0.4, answers: { 'advert-react': 80, 'joke-p': 10 } },
  research: {
    truth: 'advertising',
    share: 6,
    product: true,
    heat: 0.5,
    answers: { 'research-react': 80, 'advert-react': 12 },
  },
  spam: { truth: 'rubbish', share: 16, product: false, heat: 0.1, answers: { 'spam-react': 1 } },
  question: {
    truth: 'chatter',
    share: 400,
    product: false,
    heat: 1,
    answers: { 'question-answer': 92, 'reply-more': 8 },
  },
  show: { truth: 'chatter', share: 110, product: false, heat: 1.3, answers: { 'show-react': 1 } },
  rant: { truth: 'chatter', share: 125, product: false, heat: 1.2, answers: { 'rant-react': 1 } },
  story: { truth: 'chatter', share: 115, product: false, heat: 1.2, answers: { 'story-react': 1 } },
  opinion: { truth: 'chatter', share: 75, product: false, heat: 1.6, answers: { 'opinion-react': 1 } },
  tip: { truth: 'chatter', share: 40, product: false, heat: 0.8, answers: { 'tip-react': 1 } },
  link: { truth: 'chatter', share: 42, product: false, heat: 0.7, answers: { 'link-react': 1 } },
  joke: { truth: 'chatter', share: 35, product: false, heat: 1.2, answers: { 'joke-react': 1 } },
  weekly: { truth: 'note', share: 10, product: false, heat: 3, answers: { 'weekly-react': 1 } },
} as const satisfies Record<string, FormOf>

/** The forms in subreddits of other languages. */
export const formsAbroad: readonly Form[] = ['question', 'rant', 'story', 'advert']

/** The replies to a comment, by weight: in product threads, and elsewhere. */
export const furtherAnswers = {
  product: { 'disagree-p': 18, 'price-q': 12, 'how-long': 16, 'reply-yes': 26, advise: 12, 'joke-p': 6, recommend: 10 },
  chatter: { 'reply-yes': 45, 'reply-no': 20, 'reply-more': 35 },
  abroad: { 'reply-yes': 60, 'reply-no': 40 },
}

/** The original poster's replies to answers. */
export const thanksFor: Readonly<Record<string, string>> = {
  recommend: 'thanks',
  shill: 'thanks',
  'disagree-p': 'how-long',
  counter: 'op-answer',
}

export function formFor(draw: number, allowed: readonly Form[]): Form {
  return heaviest(draw, Object.fromEntries(allowed.map((form) => [form, forms[form].share]))) as Form
}

/** Returns a name at random, by weight; `draw` is in [0, 1). */
export function heaviest(draw: number, weights: Readonly<Record<string, number>>): string {
  let sum = 0
  for (const name in weights) sum += weights[name]!
  let left = draw * sum
  for (const name in weights) {
    left -= weights[name]!
    if (left < 0) return name
  }
  throw new Error('A draw lies in [0, 1)')
}
