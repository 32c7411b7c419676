import { rootOf, stem } from '../../text/stem.ts'
import { wordsOf } from '../../text/text.ts'
import { addWord, emptyVector, rarityAt, similarity, wordNumber } from '../../text/words.ts'
import type { Fact } from './facts.ts'
import type { AskedTopic, Question } from './question.ts'

/** The score from which a fact answers, and from which it may follow one that does, also as a share of the best. */
const least = { first: 0.95, next: 0.7, share: 0.4 } as const
/** topic: answers a question about a topic · keyword: is about a keyword that the post contains · seeks: see below. */
const points = { topic: 1.6, vagueTopic: 0.6, similar: 2, similarFrom: 0.3, keyword: 0.4, seeks: 0.25 } as const
/**
 * How much a single shared word counts, one that many facts have, a fact that says what isn't there, and advice for
 * those who look for a product.
 */
const factors = { single: 0.8, common: 0.5, denial: 0.5, advice: 0.75, uncovered: 0.6, price: 0.5 } as const
/** A fact with few telling words is about its topic alone. */
const vagueWords = 6
const denial = /\b(?:has|have|there (?:is|are)|does|do|is|are) (?:no|not)\b|n['’]t\b|^no\b|, not \w/i

/** Returns the facts that answer a question, best first. `keywords` are the project's. */
export function answersTo(question: Question, facts: readonly Fact[], keywords: readonly string[]): Fact[] {
  const uses = new Map<string, number>()
  for (const { words } of facts) for (const root of words.keys()) uses.set(root, (uses.get(root) ?? 0) + 1)
  const asked = new Map<string, number>()
  for (const { text, weight } of question.passages) {
    for (const word of wordsOf(text)) asked.set(rootOf(word), Math.max(weight, asked.get(rootOf(word)) ?? 0))
  }
  const named = keywords
    .map((keyword) => wordsOf(keyword).map(rootOf))
    .filter((roots) => roots.every((root) => asked.has(root)))
  const scored = facts.map((fact) => ({ fact, score: scoreOf(fact) }))
  scored.sort((a, b) => b.score - a.score || a.fact.at - b.fact.at)
  const best = scored[0]?.score ?? 0
  if (best < least.first) return []
  return scored.filter(({ score }) => score >= Math.max(least.next, best * least.share)).map(({ fact }) => fact)

  function scoreOf(fact: Fact): number {
    let shared = 0
    let count = 0
    let whole = 0
    let covered = 0
    for (const [root, worth] of fact.words) {
      const weight = asked.get(root)
      whole += worth
      if (weight === undefined) continue
      count++
      covered += worth
      const isCommon = facts.length > 3 && uses.get(root)! > facts.length / 3
      // Every post of r/excel is about Excel.
      const isPlace = root === question.place && !question.seeks
      shared += worth * weight * (isCommon || isPlace ? factors.common : 1)
    }
    if (count === 1) shared *= factors.single
    // A long fact shares words with almost any post.
    shared *= Math.min(1, factors.uncovered + covered / (whole || 1))
    const alike = similarity(vectorOf(fact), question.vector)
    const ofKeyword = named.some((roots) => roots.filter((root) => fact.words.has(root)).length * 2 >= roots.length)
    const isClose = shared > 0.4 || alike > points.similarFrom
    const topic = question.topics.some((each) => answersTopic(fact, each))
      ? fact.words.size <= vagueWords || shared > 0.5
        ? points.topic
        : points.vagueTopic
      : 0
    const score =
      shared +
      topic +
      Math.max(0, alike - points.similarFrom) * points.similar +
      (ofKeyword && fact.about !== 'advice' ? points.keyword : 0) +
      (question.seeks && isClose && fact.about !== 'advice' ? points.seeks : 0)
    if (denial.test(fact.text) && topic === 0) return score * factors.denial
    if (fact.isFragment && fact.topics.has('price') && topic === 0) return score * factors.price
    return question.seeks && fact.about === 'advice' ? score * factors.advice : score
  }
}

/** Returns whether a fact answers what a post asks about a topic. */
export function answersTopic(fact: Fact, { topic, entity }: AskedTopic): boolean {
  return fact.topics.has(topic.key) && (entity === null || fact.text.toLowerCase().includes(entity.toLowerCase()))
}

function vectorOf({ text }: Fact) {
  const vector = emptyVector()
  for (const word of wordsOf(text)) {
    const number = wordNumber(stem(word))
    if (number >= 0) addWord(vector, number, rarityAt(number))
  }
  return vector
}
