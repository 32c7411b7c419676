import { describe, expect, test } from 'vitest'
import { computedMs } from '#tests/support/computing-cost.ts'
import type { unreadReasons } from './account-promotions.ts'
import { type CheckContext, type CheckVerdict, type Finding, replyChecker } from './check.ts'

const disclosure = 'Disclosure: I work on Pipewell.'
/** Returns an account of which this many of its last posts and comments promote the product. */
const accountWith = (promotions: number, of = 20, daysOld = 0) => ({
  ...{ ageDays: 400, karma: 1200 },
  promotions: { state: 'read' as const, each: Array.from({ length: of }, (_, at) => at < promotions), daysOld },
})
const accountUnread = (because: (typeof unreadReasons)[number]) => ({
  ...{ ageDays: null, karma: null },
  promotions: { state: 'unread' as const, because },
})
const plain: CheckContext = {
  rules: [],
  threadTitle: 'Which CRM for a small bakery?',
  product: { name: 'Pipewell', website: 'https://pipewell.example', aliases: ['Pipe Well'] },
  disclosure,
  bannedClaims: ['#1 CRM', 'guaranteed results'],
  account: accountWith(0),
  earlier: [],
  writer: 'person',
}

const helpful =
  'I would start with one list of contacts and a date for the next call. That is enough for the first months.'
const naming = `Pipewell reminds you of the next call. ${disclosure}`

function ruleOf(
  rule: readonly [name: string, description?: string],
  text: string,
  more: Partial<CheckContext> = {},
): Finding {
  const [name, description = ''] = rule
  return replyChecker({ ...plain, ...more, rules: [{ name, description }] })(text)[0]!
}

function general(check: string, text: string, more: Partial<CheckContext> = {}): Finding {
  return replyChecker({ ...plain, ...more })(text).find(({ of }) => 'check' in of && of.check === check)!
}

const wordsOf = (text: string, { marks }: Finding) => marks.map(({ start, end }) => text.slice(start, end))

const spanish =
  'Yo empezaría con una lista de contactos y una fecha para la próxima llamada. Con eso basta al principio.'
const german =
  'Ich würde mit einer Liste der Kontakte und einem Datum für den nächsten Anruf anfangen. Das reicht am Anfang.'
const japanese = '最初は連絡先の一覧と次の電話の日付だけで十分だと思います。'

type Row = [rule: readonly [string, string?], text: string, verdict: CheckVerdict, words?: string[]]

describe('a rule', () => {
  test.each<Row>([
    [['No self-promotion'], helpful, 'passes'],
    [['No self-promotion'], naming, 'broken'],
    [
      ['No self-promotion'],
      'See https://www.pipewell.example/pricing for that.',
      'broken',
      ['https://www.pipewell.example/pricing'],
    ],
    [['No self-promotion'], 'Try pipe well, it does that.', 'broken', ['pipe well']],
    [['No self-promotion'], 'A pipewell is something else, but it is spelled so.', 'atRisk', ['pipewell']],
    [['No self-promotion'], 'We built something for that. Sign up and see.', 'atRisk', ['We built', 'Sign up']],
    [['Keine Werbung'], naming, 'broken'],
    [['Keine Werbung'], helpful, 'passes'],
    [['Sin publicidad', 'Ni publicidad, ni códigos, ni encuestas.'], naming, 'broken'],
    [['Self-promotion is welcome'], naming, 'passes'],
    [
      ['Promotion with restraint', 'Say that it is yours, once a month at most, and take part otherwise.'],
      naming,
      'atRisk',
    ],
    [['No links'], `${helpful} See https://example.org/list.`, 'broken', ['https://example.org/list']],
    [
      ['No links'],
      `${helpful} See [this list](https://example.org/list).`,
      'broken',
      ['[this list](https://example.org/list)'],
    ],
    [['No links'], `${helpful} See example.com/list`, 'broken', ['example.com/list']],
    [['No links'], helpful, 'passes'],
    [['No links'], spanish, 'passes'],
    [['No YouTube links'], 'There is a video: https://youtu.be/x', 'atRisk', ['https://youtu.be/x']],
    [
      ['No affiliate or referral links'],
      'I got mine at https://shop.example/?ref=mara',
      'broken',
      ['https://shop.example/?ref=mara'],
    ],
    [['No affiliate or referral links'], 'It is cheaper if you use my code MARA20.', 'broken', ['use my code']],
    [['No affiliate or referral links'], 'See https://example.org/list for that.', 'passes'],
    [['Disclose your affiliation', ''], naming, 'passes'],
    [['Disclose your affiliation', ''], 'Pipewell reminds you of the next call.', 'broken', ['Pipewell']],
    [['Disclose your affiliation', ''], "I'm the founder of Pipewell, which reminds you of the next call.", 'passes'],
    [['Disclose your affiliation', ''], helpful, 'passes'],
    [['Self-promotion only in the weekly thread'], naming, 'broken'],
    [['Self-promotion only in the weekly thread'], helpful, 'passes'],
    [
      ['No surveys'],
      'Could you take this survey? https://forms.gle/abc',
      'broken',
      ['survey', 'https://forms.gle/abc'],
    ],
    [['No surveys'], helpful, 'passes'],
    [['No AI-generated content'], helpful, 'notChecked'],
    [['No AI-generated content'], 'Great question! Let us delve into it.', 'atRisk', ['Great question', 'delve into']],
    [
      ['Be civil', 'Attack the idea, not the person.'],
      'Only an idiot keeps leads in a spreadsheet.',
      'atRisk',
      ['idiot'],
    ],
    [['Be civil', 'Attack the idea, not the person.'], helpful, 'passes'],
    [['No DMs', "Don't ask people to DM you."], 'DM me and I can show you.', 'broken', ['DM me']],
    [['No DMs', "Don't ask people to DM you."], helpful, 'passes'],
    [['User flair required', 'Set your user flair before you comment.'], helpful, 'notChecked'],
    [['Use a flair', 'It helps others to find your post.'], helpful, 'passes'],
    [['Minimum karma', 'You need 100 karma to comment.'], helpful, 'passes'],
    [['Minimum karma', 'You need 5,000 karma to comment.'], helpful, 'broken'],
    [['Account age', 'Accounts must be 30 days old.'], helpful, 'passes'],
    [['Account age', 'Accounts must be two years old.'], helpful, 'broken'],
    [['English only'], helpful, 'passes'],
    [['English only'], german, 'broken'],
    [
      ['No personal information'],
      'Write to mara@pipewell.example or call 555-123-4567.',
      'atRisk',
      ['mara@pipewell.example', '555-123-4567'],
    ],
    [['No personal information'], helpful, 'passes'],
    [['No spam'], helpful, 'passes'],
    [['No spam'], naming, 'atRisk'],
    [['Stay on topic', 'Posts must be about what this place is for.'], helpful, 'notChecked'],
    [['No medical advice', 'Ask a professional.'], helpful, 'notChecked'],
    [['宣伝禁止'], naming, 'notChecked'],
    [['No self-promotion'], '', 'notChecked'],
  ])('%j: %s', (rule, text, verdict, words) => {
    const finding = ruleOf(rule, text)
    expect(finding).toMatchObject({ verdict, name: rule[0] })
    expect(finding.text).toMatch(/[.?!”]$/)
    if (words) expect(wordsOf(text, finding)).toEqual(words)
  })
})

describe('a text in another language never passes a check of its words', () => {
  const byWords = [
    ['No self-promotion'],
    ['No affiliate or referral links'],
    ['No surveys'],
    ['No AI-generated content'],
    ['Be civil'],
    ['No DMs'],
    ['Self-promotion only in the weekly thread'],
  ] as const
  test.each(byWords.flatMap((rule) => [spanish, german, japanese].map((text) => [rule, text] as const)))(
    '%j: %s',
    (rule, text) => {
      expect(ruleOf(rule, text).verdict).toBe('notChecked')
    },
  )

  test('but the product and its site are found in any language', () => {
    for (const text of [spanish, german, japanese]) {
      expect(ruleOf(['No self-promotion'], `${text} Pipewell.`).verdict).toBe('broken')
      expect(ruleOf(['No self-promotion'], `${text} https://pipewell.example`).verdict).toBe('broken')
      expect(ruleOf(['Disclose your affiliation'], `${text} Pipewell.`)).toMatchObject({
        verdict: 'notChecked',
        addition: disclosure,
      })
      expect(ruleOf(['Disclose your affiliation'], `${text} Pipewell. ${disclosure}`).verdict).toBe('passes')
    }
  })
})

describe('what is known decides', () => {
  const weekly = ['Self-promotion only in the weekly thread'] as const
  test.each([
    [weekly, { threadTitle: 'Weekly self-promotion thread' }, 'passes'],
    [weekly, { threadTitle: null }, 'atRisk'],
    [['No AI-generated content'], { writer: 'model' }, 'broken'],
    [['No AI-generated content'], { writer: 'drafter' }, 'atRisk'],
    [['You need 100 karma'], { account: null }, 'notChecked'],
    [['You need 100 karma'], { account: accountUnread('pending') }, 'notChecked'],
    [['Follow the 9:1 rule for self-promotion'], {}, 'passes'],
    [['Follow the 9:1 rule for self-promotion'], { account: accountWith(2, 4) }, 'atRisk'],
    [['Follow the 9:1 rule for self-promotion'], { account: null }, 'notChecked'],
  ] as const)('%j with %j', (rule, more, verdict) => {
    expect(ruleOf(rule, naming, more).verdict).toBe(verdict)
  })
})

describe('in general', () => {
  test.each<[check: string, text: string, verdict: CheckVerdict, more?: Partial<CheckContext>]>([
    ['rules', helpful, 'notChecked', { rules: null }],
    ['length', helpful, 'passes'],
    ['length', 'Same here.', 'atRisk'],
    ['length', helpful.repeat(25), 'atRisk'],
    ['length', helpful.repeat(100), 'broken'],
    ['links', helpful, 'passes'],
    ['links', `${helpful} https://example.org`, 'passes'],
    ['links', `${helpful} https://bit.ly/x1`, 'broken'],
    ['links', `${helpful} https://app.pipewell.example/x`, 'atRisk'],
    ['links', `${helpful} https://notpipewell.example/x`, 'passes'],
    ['disclosure', naming, 'passes'],
    ['disclosure', 'Pipewell reminds you of the next call.', 'broken'],
    ['ratio', helpful, 'passes'],
    ['ratio', naming, 'passes'],
    ['ratio', naming, 'atRisk', { account: accountWith(3) }],
    ['ratio', naming, 'notChecked', { account: null }],
    ['ratio', german, 'notChecked'],
    ['sameText', helpful, 'passes', { earlier: [{ text: naming, place: 'r/crm' }] }],
    ['sameText', helpful, 'broken', { earlier: [{ text: helpful.replace('first', 'next'), place: 'r/crm' }] }],
    ['bannedClaims', helpful, 'passes'],
    ['bannedClaims', 'Pipewell is the #1 CRM, with guaranteed  results.', 'broken'],
    ['age', helpful, 'notChecked'],
    ['age', helpful, 'broken', { rules: [{ name: 'Accounts must be 500 days old', description: '' }] }],
    ['karma', helpful, 'passes', { rules: [{ name: 'You need 100 karma', description: '' }] }],
  ])('%s: %s', (check, text, verdict, more = {}) => {
    expect(general(check, text, more).verdict).toBe(verdict)
  })

  test('without rules to read there is no finding about them, and unread ones are never passed', () => {
    expect(general('rules', helpful)).toBeUndefined()
    expect(general('rules', helpful, { rules: null }).text).toContain("hasn't read")
  })

  test('a copy names the place of the earlier reply', () => {
    const earlier = [{ text: helpful, place: 'r/crm' }]
    expect(general('sameText', helpful, { earlier }).text).toContain('r/crm')
    expect(ruleOf(['No spam'], helpful, { earlier })).toMatchObject({ verdict: 'broken' })
  })
})

describe('the share of promotion', () => {
  type Share = [account: CheckContext['account'], verdict: CheckVerdict, text: string]
  test.each<Share>([
    [
      accountWith(3),
      'atRisk',
      "3 of your account's last 20 posts and comments promote Pipewell. With this reply, it is 4 of 21, over the limit of 10 %. Help others first.",
    ],
    [
      accountWith(1),
      'passes',
      "1 of your account's last 20 posts and comments promotes Pipewell. With this reply, it is 2 of 21, within the limit of 10 %.",
    ],
    [
      accountWith(0, 20, 1),
      'passes',
      "None of your account's last 20 posts and comments promote Pipewell, read a day ago. With this reply, it is 1 of 21, within the limit of 10 %.",
    ],
    [
      accountWith(2, 12, 3),
      'atRisk',
      "2 of your account's last 12 posts and comments promote Pipewell, read 3 days ago. With this reply, it is 3 of 13, over the limit of 10 %. Help others first.",
    ],
    [
      accountWith(0, 0),
      'atRisk',
      'Your account has no posts or comments. With this reply, it is 1 of 1, over the limit of 10 %. Help others first.',
    ],
    ...(
      [
        [null, 'Connect a Reddit account to check yours.'],
        [accountUnread('pending'), "Earshot hasn't read yours yet."],
        [accountUnread('hidden'), 'Reddit lists none of yours. Your profile may hide them.'],
        [accountUnread('failed'), "Earshot couldn't read yours from Reddit."],
      ] as const
    ).map(([account, why]): Share => {
      return [account, 'notChecked', `At most 10 % of an account's posts and comments may promote. ${why}`]
    }),
  ])('with the account %j: %s', (account, verdict, text) => {
    expect(general('ratio', naming, { account })).toMatchObject({ verdict, text })
  })

  test('is no matter for a reply that promotes nothing', () => {
    expect(general('ratio', helpful, { account: accountWith(20) }).verdict).toBe('passes')
  })
})

describe('a softer wording', () => {
  const softened = (text: string, { marks }: Finding) =>
    marks
      .toReversed()
      .reduce(
        (rest, { start, end, softer }) => (softer === null ? rest : rest.slice(0, start) + softer + rest.slice(end)),
        text,
      )

  test.each<[rule: readonly [string], text: string, better: string]>([
    [
      ['No self-promotion'],
      'Use a list first. Pipewell reminds you of calls.',
      'Use a list first. Look for something that reminds you of calls.',
    ],
    [['No DMs'], 'DM me for more.', 'Ask me here for more.'],
    [['No links'], 'See [this list](https://example.org/list).', 'See this list.'],
    [['Be civil'], 'That is a stupid idea.', 'That is a poor idea.'],
    [['No self-promotion'], 'Check out the new ones.', 'One option is the new ones.'],
  ])('%j: %s', (rule, text, better) => {
    expect(softened(text, ruleOf(rule, text))).toBe(better)
    const after = ruleOf(rule, better).verdict
    expect(after).toBe('passes')
  })

  test('a missing disclosure is offered as an addition', () => {
    const text = 'Pipewell reminds you of the next call.'
    const { addition } = general('disclosure', text)
    expect(addition).toBe(disclosure)
    expect(general('disclosure', `${text} ${addition}`).verdict).toBe('passes')
  })
})

test('the findings are those of each rule in order, then the general ones', () => {
  const rules = ['No links', 'Be civil'].map((name) => ({ name, description: '' }))
  const findings = replyChecker({ ...plain, rules })(helpful)
  expect(findings.map(({ of }) => ('rule' in of ? of.rule : of.check))).toEqual([
    ...[0, 1],
    ...['length', 'links', 'disclosure', 'ratio', 'sameText', 'bannedClaims', 'age', 'karma'],
  ])
})

test('10,000 characters are checked in a few milliseconds', () => {
  const rules = ['No self-promotion', 'No links', 'No surveys', 'Be civil', 'No DMs', 'No AI content', 'No spam'].map(
    (name) => ({ name, description: '' }),
  )
  const earlier = Array.from({ length: 20 }, (_, n) => ({ text: `${helpful} ${n}`, place: 'r/crm' }))
  const check = replyChecker({ ...plain, rules, earlier })
  const text = `${naming} ${helpful} https://example.org DM me. `.repeat(60).slice(0, 10_000)
  for (let warm = 0; warm < 10; warm++) check(text + warm)
  const began = computedMs()
  for (let run = 0; run < 20; run++) check(text + run)
  expect((computedMs() - began) / 20).toBeLessThan(20)
})

test.each([
  'a.'.repeat(5_000),
  'https://'.repeat(1_200),
  '[('.repeat(5_000),
  '1 '.repeat(5_000),
  'a@'.repeat(5_000),
  ' '.repeat(10_000),
  'x-'.repeat(5_000),
])('a strange text takes no longer: %#', (text) => {
  const check = replyChecker({ ...plain, rules: [{ name: 'No links', description: '' }] })
  const began = computedMs()
  check(text)
  expect(computedMs() - began).toBeLessThan(500)
})
