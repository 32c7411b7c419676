import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computedMs } from '#tests/support/computing-cost.ts'
import { anchorsOf } from './anchors.ts'
import { canonicalForm } from './canonical.ts'
import { type Diagnostic, type Parsed, parseQuery, type QueryUse } from './parse.ts'
import type { Query } from './query.ts'

function read(text: string, use: QueryUse = 'search'): Query {
  const parsed = parseQuery(text, use)
  if (parsed.state === 'faulty') throw new Error(`${text}: ${parsed.fault.cause}`)
  return parsed.query
}

const written = (text: string, use: QueryUse = 'search') => canonicalForm(read(text, use))

describe('reading a search', () => {
  test.each<[name: string, text: string, canonical: string]>([
    ['adjacent words are all required', 'simple crm', 'simple AND crm'],
    ['AND means the same', 'simple AND crm', 'simple AND crm'],
    ['AND binds tighter than OR', 'a b OR c d', 'a AND b OR c AND d'],
    ['parentheses bind tightest', 'a (b OR c)', 'a AND (b OR c)'],
    ['redundant parentheses are dropped', '((a) (b c))', 'a AND b AND c'],
    ['NOT binds tighter than AND', 'NOT a b', 'NOT a AND b'],
    ['a minus means NOT', 'a -b -"c d" -(e OR f)', 'a AND NOT b AND NOT "c d" AND NOT (e OR f)'],
    ['NEAR binds tighter than NOT', 'NOT a NEAR/3 b c', 'NOT a NEAR/3 b AND c'],
    ['a double negation is dropped', 'NOT NOT a NOT -b', 'a AND b'],
    ['a hyphen inside a word is kept', 'e-mail pre-market', 'e-mail AND pre-market'],
    ['case and width are ignored', 'HubSpot ＣＲＭ', 'hubspot AND crm'],
    ['full-width operators are read', 'a ＯＲ （b －c）', 'a OR b AND NOT c'],
    ['smart quotes are read', '“a b” „c d“ «e f»', '"a b" AND "c d" AND "e f"'],
    ['operators in quotes are words', '"AND" "or"', '"and" AND "or"'],
    [
      'symbols in quotes are kept',
      String.raw`"5\" pipe" "a\\b" "C\*" "(x)"`,
      String.raw`"5\" pipe" AND "a\\b" AND "c\*" AND "(x)"`,
    ],
    [
      'symbols in names are kept',
      'C++ .NET node.js AT&T u/x r/y $100',
      'c++ AND ".net" AND node.js AND at&t AND u/x AND r/y AND "$100"',
    ],
    ['a URL is one term', 'https://foo.com 16:9', '"https://foo.com" AND "16:9"'],
    [
      'punctuation at the end of a word is dropped',
      'question: crm, or teams? "yahoo!"',
      'question AND crm AND "or" AND teams AND "yahoo!"',
    ],
    ['punctuation after a wildcard or a value is dropped', 'freelanc*, author:bob.', 'freelanc* AND author:bob'],
    [
      'a star is a wildcard of the word before it',
      'freelanc* "project manag*" "pay roll"*',
      'freelanc* AND "project manag*" AND "pay roll*"',
    ],
    ['a star inside a quoted word is a symbol', '"M*A*S*H"', String.raw`"m\*a\*s\*h"`],
    [
      'NEAR joins groups, phrases and wildcards',
      '(crm OR "sales tool") NEAR/5 freelanc*',
      '(crm OR "sales tool") NEAR/5 freelanc*',
    ],
    ['a field applies to a word or phrase', 'title:crm body:"a b"', 'title:crm AND body:"a b"'],
    ['a field applies to each term of a group', 'Title:(a OR b -c)', 'title:a OR title:b AND NOT title:c'],
    ['a field applies to a NEAR group', 'title:(a NEAR/3 (b OR c))', 'title:(a NEAR/3 (b OR c))'],
    ['a field can be excluded', '-title:(a b) c', 'NOT (title:a AND title:b) AND c'],
    [
      'subreddits are read with and without r/',
      'subreddit:SaaS subreddit:r/x subreddit:"/r/y"',
      'subreddit:saas AND subreddit:x AND subreddit:y',
    ],
    ['a filter can have several values', 'subreddit:(a OR r/b)', 'subreddit:a OR subreddit:b'],
    ['authors are read with and without u/', 'author:u/Bob -author:x-y_z', 'author:bob AND NOT author:x-y_z'],
    ['the case of types and languages is ignored', 'type:Post lang:DE', 'type:post AND lang:de'],
    ['dates are kept', 'after:2026-01-31 before:2026-03-01', 'after:2026-01-31 AND before:2026-03-01'],
    ['relative times are normalized', 'after:7d before:012h after:2W', 'after:7d AND before:12h AND after:2w'],
    [
      'comparisons of scores are kept',
      'score>10 score>=1 score<5 score<=5 score:3',
      'score>10 AND score>=1 AND score<5 AND score<=5 AND score:3',
    ],
    [
      'other notations of scores are read',
      'score:>10 score=3 score=>2 score>-5',
      'score>10 AND score:3 AND score>=2 AND score>-5',
    ],
    ['invisible characters are dropped', 'in\u200bvoice \u0000 crm', 'invoice AND crm'],
    ['a contradiction is kept', 'a NOT a', 'a AND NOT a'],
  ])('%s: %s', (_name, text, canonical) => {
    expect(written(text)).toBe(canonical)
  })
})

describe('reading a keyword', () => {
  test.each<[name: string, text: string, canonical: string]>([
    ['text without operators is one phrase', 'crm for freelancers', '"crm for freelancers"'],
    ['text with symbols is one phrase', 'time - tracking & billing', '"time - tracking & billing"'],
    ['symbols alone are one phrase', '!!', '"!!"'],
    ['text with punctuation is one phrase', 'yahoo! etc.', '"yahoo! etc."'],
    ['text with a leading plus is one phrase', '+1 for crm', '"+1 for crm"'],
    ['text with lowercase operators is one phrase', 'terms and conditions or not', '"terms and conditions or not"'],
    ['one word is one term', 'HubSpot', 'hubspot'],
    ['each side of an operator is one phrase', 'sales tool OR crm system', '"sales tool" OR "crm system"'],
    ['a minus excludes one word', 'crm -hub spot tool', 'crm AND NOT hub AND "spot tool"'],
    ['NOT excludes a phrase', 'crm NOT hub spot', 'crm AND NOT "hub spot"'],
    ['quotes end a phrase', 'crm "for" teams', 'crm AND for AND teams'],
    ['a wildcard ends a phrase', 'crm project manag* tool', '"crm project manag*" AND tool'],
    ['NEAR joins phrases', 'sales tool NEAR/3 small team', '"sales tool" NEAR/3 "small team"'],
    ['a field applies to one word', 'title:crm for teams', 'title:crm AND "for teams"'],
    ['a field applies to a phrase in parentheses', 'title:(crm for teams)', 'title:"crm for teams"'],
    [
      'a phrase can have a subreddit filter',
      'crm tool subreddit:(saas OR startups)',
      '"crm tool" AND (subreddit:saas OR subreddit:startups)',
    ],
  ])('%s: %s', (_name, text, canonical) => {
    expect(written(text, 'keyword')).toBe(canonical)
  })
})

describe('the fault and the proposal for an invalid query', () => {
  const rows: [use: QueryUse, text: string, span: string, cause: RegExp, proposal: string][] = [
    ['search', '', '', /search term is missing/, '"looking for"'],
    ['search', '  ', '', /search term is missing/, '"looking for"'],
    ['search', 'a OR', 'OR', /OR needs a search term after it/, 'a'],
    ['search', 'AND a', 'AND', /AND needs a search term before it/, 'a'],
    ['search', 'a AND OR b', 'OR', /OR needs a search term before it/, 'a AND  b'],
    ['search', 'a NOT', 'NOT', /NOT needs a search term after it/, 'a'],
    ['search', 'AND', 'AND', /AND needs a search term before it/, '"AND"'],
    ['search', 'NOT', 'NOT', /NOT needs a search term after it/, '"NOT"'],
    ['search', 'NOT x', 'NOT x', /only excludes terms/, '"looking for" NOT x'],
    ['search', 'a OR -b', 'a OR -b', /only excludes terms/, '"looking for" (a OR -b)'],
    ['search', 'a "b c', '"b c', /quote is not closed/, 'a "b c"'],
    ['search', 'a "', '"', /quote is not closed/, 'a'],
    ['search', String.raw`"a\"`, String.raw`"a\"`, /quote is not closed/, String.raw`"a\""`],
    ['search', 'a ""', '""', /term is empty/, 'a'],
    ['search', '(a (b OR c', '(', /not closed/, '(a (b OR c))'],
    ['search', 'a) b', ')', /no match/, 'a b'],
    ['search', 'a () b', '()', /are empty/, 'a  b'],
    ['search', 'a & b', '&', /Write AND instead/, 'a AND b'],
    ['search', 'a || b', '||', /Write OR instead/, 'a OR b'],
    ['search', 'a - b', '-', /Remove the space/, 'a -b'],
    ['search', '+crm a', '+', /Remove the \+/, 'crm a'],
    ['search', 'a --b', '--', /single minus/, 'a -b'],
    ['search', 'a ?', '?', /quotes/, 'a "?"'],
    ['search', 'fr*', 'fr*', /at least 3 letters/, 'fr'],
    ['search', 'C++*', 'C++*', /must follow a letter/, 'C++'],
    ['search', 'fre*lance', 'fre*lance', /end of a word/, String.raw`"fre\*lance"`],
    ['search', 'a NEAR b', 'NEAR', /number of words/, 'a NEAR/5 b'],
    ['search', 'a NEAR/101 b', 'NEAR/101', /up to 100 words/, 'a NEAR/100 b'],
    ['search', `a NEAR/${'9'.repeat(50)} b`, `NEAR/${'9'.repeat(50)}`, /up to 100 words/, 'a NEAR/100 b'],
    ['search', 'a NEAR/2 b NEAR/3 c', 'a NEAR/2 b', /for each pair/, 'a NEAR/2 b AND b NEAR/3 c'],
    ['search', 'a NEAR/2 NOT b', 'NOT', /excluded term/, 'a AND NOT b'],
    ['search', 'x -a NEAR/2 b', '-', /what the minus excludes/, 'x -(a NEAR/2 b)'],
    ['search', 'title:a NEAR/2 b', 'title:a NEAR/2 b', /before the whole/, 'title:a AND b'],
    ['search', 'a NEAR/2 (b c)', 'a NEAR/2 (b c)', /Each side of NEAR/, 'a AND (b c)'],
    ['search', 'titel:crm', 'titel:', /Unknown field “titel”/, 'title:crm'],
    ['search', 'Sub:saas', 'Sub:', /Unknown field/, 'subreddit:saas'],
    ['search', 're:invent', 're:', /Unknown field/, '"re:invent"'],
    ['search', 'foo:"a b"', 'foo:', /Unknown field/, '"a b"'],
    ['search', 'title: crm', 'title:', /right after the colon/, 'title:crm'],
    ['search', 'title:-crm', 'title:', /right after the colon/, 'title:crm'],
    ['search', 'title:OR', 'title:', /right after the colon/, 'title:"OR"'],
    ['search', 'crm title:', 'title:', /right after the colon/, 'crm'],
    ['search', 'title:(a body:b)', 'body:', /^title:\( \) can contain only/, 'title:(a b)'],
    ['search', 'title:(a score>3)', 'score>3', /^title:\( \) can contain only/, 'title:(a )'],
    ['search', 'subreddit:(a b)', 'b', /with OR/, 'subreddit:(a OR b)'],
    ['search', 'subreddit:a.b', 'a.b', /letters, digits/, 'subreddit:ab'],
    ['search', 'x subreddit:"?"', '"?"', /letters, digits/, 'x'],
    ['search', 'subreddit:sale*', 'sale*', /support wildcards/, 'subreddit:sale'],
    ['search', 'type:submission', 'submission', /post or comment/, 'type:post'],
    ['search', 'type:comments', 'comments', /post or comment/, 'type:comment'],
    ['search', 'lang:German', 'German', /two-letter code/, 'lang:de'],
    ['search', 'lang:eng', 'eng', /two-letter code/, 'lang:en'],
    ['search', 'lang:zh-CN', 'zh-CN', /two-letter code/, 'lang:zh'],
    ['search', 'after:2026-02-30', '2026-02-30', /exist/, 'after:2026-02-28'],
    ['search', 'after:2026/3/1', '2026/3/1', /Use a date/, 'after:2026-03-01'],
    ['search', 'after:2026', '2026', /Use a date/, 'after:2026-01-01'],
    ['search', 'after:yesterday', 'yesterday', /Use a date/, 'after:7d'],
    ['search', 'after:2y', '2y', /Use a date/, 'after:730d'],
    ['search', 'after:0d', '0d', /out of range/, 'after:1d'],
    ['search', 'after:99999999d', '99999999d', /out of range/, 'after:9999d'],
    ['search', 'score>many', 'score>many', /whole number/, 'score>10'],
    ['search', 'score>=1.5', 'score>=1.5', /whole number/, 'score>=1'],
    ['search', 'score>1e99', 'score>1e99', /whole number/, 'score>999999999'],
    ['search', 'score > 10 a', '>', /without spaces/, 'score>10 a'],
    ['search', 'upvotes>10', 'upvotes>10', /only with score/, 'score>10'],
    ['keyword', 'freelanc*', 'freelanc*', /complete word or phrase/, '"looking for" freelanc*'],
    ['keyword', 'subreddit:saas', 'subreddit:saas', /complete word or phrase/, '"looking for" subreddit:saas'],
    ['keyword', 'crm OR score>3', 'crm OR score>3', /complete word or phrase/, '"looking for" (crm OR score>3)'],
    ['keyword', '5" pipe', '" pipe', /not closed/, '5" pipe"'],
  ]
  test.each(rows)('%s: %s', (use, text, span, cause, proposal) => {
    const fault = faultOf(parseQuery(text, use))
    expect(text.slice(fault.start, fault.end)).toBe(span)
    expect(fault.cause).toMatch(cause)
    expect(fault.proposal).toBe(proposal.trim())
    expect(parseQuery(proposal, use).state).toBe('read')
  })
})

function faultOf(parsed: Parsed): Diagnostic {
  if (parsed.state === 'read') throw new Error(`was read as ${canonicalForm(parsed.query)}`)
  return parsed.fault
}

describe('bounds', () => {
  const words = (count: number, joint = ' ') => Array.from({ length: count }, (_, at) => `w${at}`).join(joint)
  const nested = (depth: number) => `${'(a OR (b '.repeat(depth / 2)}c${'))'.repeat(depth / 2)}`

  test.each<[name: string, text: string, cause: RegExp]>([
    ['reject 501 characters', `${'a '.repeat(10)}${'b'.repeat(481)}`, /up to 500 characters. This one has 501/],
    ['reject 51 words', words(51), /up to 50 words, phrases, and filters/],
    [
      'reject 51 words near each other',
      `${words(25)} (${words(13, ' OR ')}) NEAR/3 (${words(13, ' OR ')})`,
      /up to 50/,
    ],
    ['reject parentheses nested twelve deep', nested(12), /up to 10 levels/],
    ['reject a megabyte', 'a '.repeat(500_000), /up to 500 characters/],
  ])('%s', (_name, text, cause) => {
    const fault = faultOf(parseQuery(text, 'search'))
    expect(fault.cause).toMatch(cause)
    expect(parseQuery(fault.proposal, 'search').state).toBe('read')
    expect(fault.proposal.split(' ').length).toBeGreaterThan(1)
  })

  test('accept queries just within them', () => {
    const full = Array.from({ length: 50 }, (_, at) => `word${String(at).padStart(5, '0')}`)
      .join(' ')
      .padEnd(500)
    for (const text of ['b'.repeat(500), words(50), nested(10), full])
      expect(parseQuery(text, 'search').state).toBe('read')
    expect(canonicalForm(read(written(full), 'canonical'))).toBe(written(full))
  })

  test.each<[string, string]>([
    ['minuses', '-'.repeat(500)],
    ['spaced minuses', '- '.repeat(250)],
    ['opening parentheses', '('.repeat(500)],
    ['closing parentheses', ')'.repeat(500)],
    ['empty parentheses', '()'.repeat(250)],
    ['quotes', '"'.repeat(500)],
    ['NOT', 'NOT '.repeat(125)],
    ['OR', 'OR '.repeat(166)],
    ['stars', '*'.repeat(500)],
    ['fields', 'title:'.repeat(83)],
    ['NEAR', 'a NEAR/9 '.repeat(55)],
    ['combining marks', `a${'\u0301'.repeat(499)}`],
    ['backslashes', `"${'\\'.repeat(499)}`],
    ['ligatures', '\ufdfa'.repeat(500)],
  ])('a query of %s is read or refused quickly', (_name, text) => {
    parseQuery(text, 'search')
    const started = computedMs()
    for (let round = 0; round < 20; round++) parseQuery(text, 'search')
    expect((computedMs() - started) / 20).toBeLessThan(40)
  })
})

test.each<[text: string, proposal: string | null]>([
  ['crm or erp', 'crm OR erp'],
  ['crm and not hubspot', 'crm AND NOT hubspot'],
  ['a near/3 b', 'a NEAR/3 b'],
  ['crm Or erp', 'crm OR erp'],
  ['crm OR erp', null],
  ['crm "or" erp', null],
  ['or crm', null],
  ['title:or crm', null],
  ['crm or -erp', null],
  ["crm 'small team'", 'crm "small team"'],
  ['title:‘small team’', 'title:"small team"'],
  ["won't '90s stuff", null],
  ["it's o'reilly's", null],
])('a search for %s proposes %s', (text, proposal) => {
  const parsed = parseQuery(text, 'search')
  expect(parsed.state === 'read' && (parsed.hint?.proposal ?? null)).toBe(proposal)
})

test('every text is either read and has a canonical form, or refused with a valid proposal', () => {
  const pieces = [
    ...[
      'crm',
      'Sales',
      'tool',
      'freelanc*',
      'a*',
      '*',
      '"a b"',
      '"',
      '“',
      '(',
      ')',
      '(',
      ')',
      '-',
      '-x',
      '--',
      '+',
      '|',
    ],
    ...['AND', 'OR', 'NOT', 'or', 'and', 'NEAR/3', 'NEAR', 'NEAR/999', 'title:', 'body:', 'subreddit:', 'author:u/x'],
    ...[
      'type:post',
      'type:x',
      'lang:en',
      'lang:',
      'after:7d',
      'after:2026-13-40',
      'before:',
      'score>3',
      'score',
      '>',
      '\\',
    ],
    ...[
      'C++',
      '.NET',
      'foo:bar',
      'https://x.y',
      'é',
      'ﬁ',
      '价格',
      '👍🏽',
      '\u200b',
      '\ud800',
      '!!',
      'İ',
      'ẞ',
      '\u1e9e*',
      '½',
      '_',
      '__x',
      "'",
      ',',
    ],
  ]
  const text = fc
    .array(fc.tuple(fc.constantFrom(...pieces), fc.constantFrom('', ' ', ' ')), { minLength: 1, maxLength: 12 })
    .map((parts) => parts.flat().join(''))
  const seen = { read: 0, faulty: 0 }
  fc.assert(
    fc.property(text, fc.constantFrom('search', 'keyword'), (text, use) => {
      const parsed = parseQuery(text, use)
      seen[parsed.state]++
      if (parsed.state === 'faulty') {
        const { start, end, cause, proposal } = parsed.fault
        expect(start >= 0 && end <= text.length && start <= end).toBe(true)
        expect(cause).not.toBe('')
        expect(parseQuery(proposal, use).state, proposal).toBe('read')
        return
      }
      const full = canonicalForm(parsed.query)
      const uses = ['canonical', 'search', ...(anchorsOf(parsed.query) ? ['keyword' as const] : [])] as const
      for (const again of full.length > 500 ? (['canonical'] as const) : uses) {
        expect(read(full, again), full).toEqual(parsed.query)
      }
      if (parsed.hint) expect(parseQuery(parsed.hint.proposal, use).state).toBe('read')
    }),
    { seed: 20261120, numRuns: 2_000 },
  )
  expect(Math.min(seen.read, seen.faulty)).toBeGreaterThan(150)
})
