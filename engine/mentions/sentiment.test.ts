import { describe, expect, test } from 'vitest'
import { computedMs } from '#tests/support/computing-cost.ts'
import { sentimentOf } from './sentiment.ts'

/** The phrase of each sentence, an invented name. Each row has the words that show the sentiment. */
const phrase = 'Quillo'

function judged(sentence: string) {
  const phrases = [...sentence.matchAll(/quillo/gi)].map(({ index }) => [index, index + phrase.length] as const)
  const { sentiment, shown } = sentimentOf(sentence, phrases)
  return [sentiment, ...shown.map(([start, end]) => sentence.slice(start, end))]
}

describe('praise', () => {
  test.each([
    ['I love Quillo.', 'love'],
    ['We absolutely love using Quillo for our invoices.', 'love'],
    ['Really happy with Quillo so far.', 'happy with'],
    ['I highly recommend Quillo to anybody.', 'highly recommend'],
    ["Can't recommend Quillo enough.", 'recommend'],
    ["I can't live without Quillo.", 'live without'],
    ['Big fan of Quillo here.', 'fan of'],
    ['I swear by Quillo.', 'swear by'],
    ['Shoutout to Quillo for this.', 'Shoutout to'],
    ['We switched to Quillo last year.', 'switched to'],
    ['We were impressed by the Quillo team.', 'impressed by'],
    ['Quillo is great.', 'great'],
    ['Quillo is really good.', 'good'],
    ["Quillo's support is excellent.", 'excellent'],
    ['Quillo has been a lifesaver.', 'lifesaver'],
    ['Quillo has great support.', 'great'],
    ['Quillo support was very responsive.', 'responsive'],
    ['Quillo works great for a small team.', 'works great'],
    ['Quillo just works.', 'just works'],
    ['Quillo saved us hours every week.', 'saved us'],
    ['Quillo never let me down.', 'never let me down'],
    ['Quillo does the job.', 'does the job'],
    ['I tried Quillo and it is amazing.', 'amazing'],
    ["We use Quillo, it's super easy.", 'easy'],
    ['Quillo is better than Brindle.', 'better'],
    ['Quillo is way cheaper than the rest.', 'cheaper'],
    ['Quillo is more reliable than Brindle.', 'more reliable'],
    ['Brindle is worse than Quillo.', 'worse than'],
    ['Brindle is more expensive than Quillo.', 'more expensive than'],
    ['Quillo is not expensive, it works well.', 'works well'],
    ['Never had any problems with Quillo.', 'Never had any problems with'],
    ['No issues with Quillo in three years.', 'No issues with'],
    ['The amazing Quillo does that.', 'amazing'],
    ['quillo rocks', 'rocks'],
    ['Quillo is worth every penny.', 'worth every penny'],
    ['I can’t fault Quillo.', 'can’t fault'],
  ])('%s', (sentence, shown) => {
    expect(judged(sentence)).toEqual(['positive', shown])
  })
})

describe('complaints', () => {
  test.each([
    ['I hate Quillo.', 'hate'],
    ['I hate using Quillo.', 'hate'],
    ["I'm so tired of Quillo.", 'tired of'],
    ['Fed up with Quillo and its fees.', 'Fed up with'],
    ['I do not recommend Quillo.', 'not recommend'],
    ["I wouldn't recommend Quillo to my enemy.", "wouldn't recommend"],
    ["I don't love Quillo.", "don't love"],
    ['Stay away from Quillo!', 'Stay away from'],
    ['Please avoid Quillo.', 'avoid'],
    ['We switched from Quillo to Brindle.', 'switched from'],
    ['We moved away from Quillo in May.', 'moved away from'],
    ['Thinking about leaving Quillo.', 'leaving'],
    ['I cancelled my Quillo subscription.', 'cancelled'],
    ['We ditched Quillo.', 'ditched'],
    ['We stopped using Quillo.', 'stopped using'],
    ['We have outgrown Quillo.', 'outgrown'],
    ['Quillo is terrible.', 'terrible'],
    ['Quillo is too expensive for us.', 'expensive'],
    ["Quillo's pricing is ridiculous.", 'ridiculous'],
    ['Quillo support is useless.', 'useless'],
    ['Quillo is down.', 'down'],
    ['Quillo is down again.', 'down'],
    ['Quillo has been really slow today.', 'slow'],
    ['Quillo sucks.', 'sucks'],
    ['Quillo keeps crashing on me.', 'crashing'],
    ['Quillo crashed during a demo.', 'crashed'],
    ["Quillo doesn't work on my phone.", "doesn't work"],
    ['Quillo stopped working after the update.', 'stopped working'],
    ['Quillo raised their prices again.', 'raised their prices'],
    ['Quillo banned my account.', 'banned my'],
    ['Quillo is not good.', 'not good'],
    ["I don't think Quillo is a good tool.", "don't think Quillo is a good"],
    ["Quillo isn't reliable.", "isn't reliable"],
    ['Quillo was never easy.', 'never easy'],
    ['Brindle is better than Quillo.', 'better than'],
    ['Much cheaper than Quillo.', 'cheaper than'],
    ['It is easier to use than Quillo.', 'easier to use than'],
    ['Quillo is worse than Brindle.', 'worse'],
    ['Quillo is slower than it was.', 'slower'],
    ['We use Quillo but it is too complicated.', 'complicated'],
    ["I tried Quillo, it's a mess.", 'mess'],
    ['Problems with Quillo since Monday.', 'Problems with'],
    ["I'm having an issue with my Quillo account.", 'issue with'],
    ['Anyone else tired of Quillo and moving on', 'tired of'],
    ['Why is Quillo so slow?', 'slow'],
    ['We are switching from Quillo, any suggestions?', 'switching from'],
    ['Overpriced Quillo again.', 'Overpriced'],
    ['QUILLO IS A SCAM', 'SCAM'],
    ['Quillo Is Overpriced And Everybody Knows', 'Overpriced'],
  ])('%s', (sentence, shown) => {
    expect(judged(sentence)).toEqual(['negative', shown])
  })
})

describe('neutral sentences', () => {
  test.each([
    // No opinion.
    'We use Quillo.',
    'Quillo and Brindle both do invoices.',
    'Quillo vs Brindle',
    'I work at Quillo.',
    'Looking for an alternative to Quillo.',
    'Quillo released an update.',
    // Questions.
    'Is Quillo any good?',
    'Is Quillo better than Brindle?',
    'Has anyone had problems with Quillo?',
    'Would you recommend Quillo?',
    'Does Quillo work well?',
    'Which is better, Quillo or Brindle?',
    'Quillo or Brindle, which is better',
    'How reliable is Quillo?',
    'Should I avoid Quillo?',
    'Quillo is the best way to do this?',
    'Would you recommend Quillo with',
    // Suppositions.
    'If Quillo is good, I will buy it.',
    'I wonder whether Quillo is reliable.',
    'I wish Quillo was cheaper.',
    'I would love Quillo to have that.',
    'Not sure if Quillo is worth it.',
    'Every time I switch from Quillo to Brindle I lose my place.',
    // Good and bad.
    'Quillo is great but expensive.',
    'I love Quillo, but it is too slow.',
    'Quillo is powerful but confusing.',
    'Quillo is amazing until it is not.',
    // About something else.
    'I tried Quillo but Brindle is amazing.',
    'I love Brindle and we also have Quillo.',
    'Besides Quillo there is Brindle which is great.',
    'My Quillo store has a solid audience.',
    'I was happy before Quillo existed.',
    'Great weather today, and Quillo is open.',
    'We need a good tool for Quillo.',
    'Moving a shop to Quillo is easier than they say.',
    'This Quillo buyer is driving me crazy.',
    'With Quillo I was slow at first.',
    // Probably sarcastic.
    'Great, Quillo is down again.',
    'Wow Quillo is so reliable /s',
    'Yeah right, Quillo is cheap.',
    'Thanks, Quillo is broken.',
    // A negated complaint is not praise.
    'Quillo is not bad.',
    'Quillo is not expensive.',
    'We did not leave Quillo.',
  ])('%s', (sentence) => {
    expect(judged(sentence)).toEqual(['neutral'])
  })
})

test('two expressions of an opinion are stronger than one', () => {
  expect(sentimentOf('I love Quillo, it is great.', [[7, 13]]).strength).toBe(2)
})

test.each(['is not very much good it ', 'is good, it ', 'I hate Brindle and ', 'it, it, it is bad '])(
  'a sentence that repeats "%s" is judged quickly',
  (part) => {
    const sentence = `Quillo ${part.repeat(2_000)}`
    const start = computedMs()
    sentimentOf(sentence, [[0, 6]])
    expect(computedMs() - start).toBeLessThan(1_500)
  },
)
