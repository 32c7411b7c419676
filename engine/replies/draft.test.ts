import { describe, expect, test } from 'vitest'
import { type Draft, type DraftRequest, draftReply } from './draft.ts'
import { draftLengths, tones } from './draft-options.ts'
import { courtesies } from './drafting/courtesies.ts'
import { disclosure, facts, postOf, profile } from './factories.ts'

const question = postOf('Which CRM for a bakery of four?', 'We need reminders, and it must sync with Gmail.')
const plain: DraftRequest = {
  ...{ post: question, profile, aliases: [], facts, disclosure },
  ...{ length: 'medium', tone: 'plain', mention: true, variant: 0 },
}

function drafted(more: Partial<DraftRequest> = {}): Draft & { state: 'drafted' } {
  const draft = draftReply({ ...plain, ...more })
  if (draft.state !== 'drafted') throw new Error(`not drafted: ${JSON.stringify(draft)}`)
  return draft
}

/** Returns the sentences of a draft that are neither a fact, a courtesy from the list, nor the disclosure line. */
function untraced({ sentences }: Draft & { state: 'drafted' }, request: DraftRequest = plain): string[] {
  const lines = request.facts.split('\n')
  const words = (text: string) =>
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}$]+/gu)
      ?.join(' ') ?? ''
  return sentences
    .filter(({ text, origin }) => {
      if (origin.kind === 'disclosure') return text !== (request.disclosure || 'Disclosure: I work on Pipewell.')
      if (origin.kind === 'courtesy') {
        const list: readonly string[] = tones.flatMap((tone) => courtesies[origin.courtesy][tone])
        const fill = (pattern: string) =>
          pattern.replace(/\{words\}|\{about\}/, origin.words ?? '').replace('{name}', request.profile.name)
        return !list.some((pattern) => fill(pattern) === text)
      }
      const fact = words(lines[origin.at]!.replace(/^Tip: /, ''))
      const said = words(text)
      const named = words(text.replace(/^(?:- )?It /, `${request.profile.name} `))
      const bare = words(text.replace(/^(?:- )?(?:It|Pipewell) /, ''))
      const advice = words(
        text
          .replace(/^(?:Look for something|It should also be one) that /, 'Pipewell ')
          .replace(/^(?:Look for|It could also be) (?=an? )/, 'Pipewell is '),
      )
      return ![said, named, bare, advice].includes(fact)
    })
    .map(({ text }) => text)
}

test('a draft takes up the words of the author, answers with facts, and discloses', () => {
  expect(drafted().text).toBe(
    [
      'Here is what I can say about CRM. Pipewell is a CRM for teams of 1 to 20 people: contacts, one deals pipeline, and follow-up reminders. It syncs with Gmail and Outlook in both directions.',
      disclosure,
    ].join('\n\n'),
  )
})

const cases = draftLengths.flatMap((length) =>
  tones.flatMap((tone) =>
    [true, false].flatMap((mention) => [0, 1, 2].map((variant) => ({ length, tone, mention, variant }))),
  ),
)

test('every sentence is a fact, a courtesy from the list, or the disclosure line, at any length, tone, and variant', () => {
  for (const more of cases) {
    const draft = drafted(more)
    expect(untraced(draft)).toEqual([])
    expect(draft.text.split('\n').length).toBeLessThan(16)
    for (const { text } of draft.sentences) expect(draft.text).toContain(text)
    // The text has nothing but the sentences.
    expect(draft.sentences.reduce((rest, { text }) => rest.replace(text, ''), draft.text).trim()).toBe('')
  }
})

test('the disclosure line comes with the product, and neither without it', () => {
  for (const more of cases) {
    const { text, sentences } = drafted(more)
    expect(text.includes('Pipewell')).toBe(more.mention)
    expect(sentences.some(({ origin }) => origin.kind === 'disclosure')).toBe(more.mention)
  }
  expect(drafted({ disclosure: ' ' }).text).toContain('Disclosure: I work on Pipewell.')
})

test('longer drafts have more facts, and tones and variants other courtesies with the same facts', () => {
  const post = postOf(
    'Which CRM syncs with Gmail and imports contacts and deals from HubSpot?',
    'How much does it cost per user a month? We are a team of 4 people.',
  )
  const factsOf = (more: Partial<DraftRequest>) =>
    drafted({ post, ...more }).sentences.flatMap(({ origin }) => (origin.kind === 'fact' ? [origin.at] : []))
  const [short, medium, long] = draftLengths.map((length) => factsOf({ length }).length)
  expect(short).toBe(1)
  expect(medium).toBe(3)
  expect(long).toBeGreaterThan(3)
  for (const tone of tones) expect(factsOf({ tone })).toEqual(factsOf({}))
  const texts = [0, 1, 2].map((variant) => drafted({ variant }).text)
  expect(new Set(texts).size).toBe(3)
  expect(drafted({ variant: 3 }).text).toBe(texts[0])
})

describe('a missing fact is named', () => {
  test.each<[title: string, facts: string, asks: string, missing: string]>([
    ['How much does it cost?', 'Pipewell is a CRM.', 'They ask about pricing.', 'No fact says what it costs.'],
    [
      'Is there a free plan?',
      'Pipewell is a CRM.',
      'They ask about a free plan.',
      'No fact says whether anything is free.',
    ],
    ['Does it sync with Notion?', facts, 'They ask about integrations: “Notion”.', 'No fact mentions Notion.'],
    ['Can I use it offline?', facts, 'They ask about offline use.', 'No fact says whether it works offline.'],
    ['Which oven for a bakery?', facts, 'They ask: “Which oven for a bakery?”', 'No fact answers that.'],
    ['Which CRM?', ' \n', 'They ask: “Which CRM?”', 'The project has no facts yet.'],
    ['Ovens', facts, "The post doesn't ask a question.", 'No fact answers that.'],
  ])('%s', (title, own, asks, missing) => {
    expect(draftReply({ ...plain, post: postOf(title), facts: own })).toEqual({ state: 'missing', asks, missing })
  })

  test('beside a draft that answers the rest', () => {
    const post = postOf('Which CRM for a small team?', 'Can I use it offline?')
    expect(drafted({ post }).unanswered).toEqual([
      { asks: 'They ask about offline use.', missing: 'No fact says whether it works offline.' },
    ])
  })

  test('also if only facts about the product answer, and it may not be named', () => {
    const draft = draftReply({ ...plain, post: postOf('How much does it cost?'), mention: false })
    expect(draft).toMatchObject({ state: 'missing', missing: expect.stringContaining('Only facts about Pipewell') })
  })
})

describe('other languages', () => {
  const spanish = postOf(
    '¿Qué CRM usáis para una panadería pequeña?',
    'Necesitamos recordatorios para llamar a nuestros clientes, y algo sencillo para los contactos.',
  )
  test('a post in another language gets no English draft', () => {
    expect(draftReply({ ...plain, post: spanish })).toEqual({
      state: 'withheld',
      why: 'language',
      because: 'The post is in Spanish. Without a model, Earshot writes in the language of your facts: English.',
    })
  })

  test('facts in its language are used, without courtesies', () => {
    const own = [
      'Pipewell es un CRM sencillo para equipos pequeños, con contactos y recordatorios para llamar a los clientes.',
      'Los recordatorios llegan por correo el mismo día, y también se ven en la aplicación.',
    ].join('\n')
    const draft = drafted({ post: spanish, facts: own, disclosure: 'Trabajo en Pipewell.' })
    expect(draft.sentences.every(({ origin }) => origin.kind !== 'courtesy')).toBe(true)
    expect(untraced(draft, { ...plain, facts: own, disclosure: 'Trabajo en Pipewell.' })).toEqual([])
    expect(draft.text).toContain('Trabajo en Pipewell.')
    const english = postOf('Which CRM has reminders for a bakery?', 'We want to call our customers on time.')
    expect(draftReply({ ...plain, facts: own, post: english })).toMatchObject({
      ...{ state: 'withheld', why: 'language' },
      because: 'The post is in English. Without a model, Earshot writes in the language of your facts: Spanish.',
    })
  })

  test('a chosen language is written only if the facts are in it', () => {
    const english = postOf('How much does it cost?', 'We look for a CRM for our bakery.')
    expect(drafted({ post: english, language: 'en' }).text).toContain('$9')
    expect(draftReply({ ...plain, post: english, language: 'de' })).toMatchObject({
      ...{ state: 'withheld', why: 'language' },
      because: 'You chose German. Without a model, Earshot writes in the language of your facts: English.',
    })
  })
})

test.each(['I want to kill myself. Which CRM?', "I'm 14. Which CRM?"])(
  'nobody in distress and no minor is answered: %s',
  (title) => {
    expect(draftReply({ ...plain, post: postOf(title) }).state).toBe('withheld')
  },
)

test('a comment is answered by its own words, not by the title above it', () => {
  const post = postOf('Which CRM?', 'Which oven would you take?', { kind: 'comment' })
  expect(draftReply({ ...plain, post }).state).toBe('missing')
})

test.each([
  [
    'fragments stand below the sentences',
    'From $9 per user a month.\nUnlimited contacts in every CRM plan.\nPipewell is a CRM.',
    '- From $9 per user a month.',
  ],
  ['list marks are dropped', '- Pipewell is a CRM for small teams.', 'Pipewell is a CRM for small teams.'],
  ['a verb gets its subject', 'Reminds small teams with a CRM.', 'It reminds small teams with a CRM.'],
  [
    'advice needs no product',
    'Choose a CRM that the whole team opens daily.',
    'Choose a CRM that the whole team opens daily.',
  ],
])('%s', (_name, own, line) => {
  const post = postOf('Which CRM for small teams? How much per user a month?')
  expect(drafted({ post, facts: own, length: 'long' }).text).toContain(line)
})

test.each([
  ['Family plans share storage and files.', 'drafted'],
  ['Family plans share storage, not files.', 'missing'],
])('a fact that says what is not there counts for less: %s', (own, state) => {
  const post = postOf('Is an old laptop fine for file storage at home?')
  expect(draftReply({ ...plain, post, facts: own }).state).toBe(state)
})

test('without the product, facts about it become advice', () => {
  const post = postOf('Which CRM imports contacts and deals from HubSpot?')
  const { text } = drafted({ post, mention: false })
  expect(text).toContain(
    'Look for something that imports contacts and deals from HubSpot, Pipedrive, and any CSV file.',
  )
  expect(text).toContain('It could also be a CRM for teams of 1 to 20 people')
})
