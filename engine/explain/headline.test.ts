import { describe, expect, test } from 'vitest'
import { computedMs } from '#tests/support/computing-cost.ts'
import { buildFinder } from '../candidates/candidates.ts'
import type { Item, Profile } from '../item.ts'
import { spanOfQuote } from '../judge/quote.ts'
import { compileProfile } from '../score/score.ts'
import { headlineOf } from './headline.ts'

const profile: Profile = {
  name: 'Dealnest',
  website: null,
  summary: 'A simple CRM for small agencies: contacts, deals pipeline, follow-up reminders and lead capture forms.',
  keywords: ['crm', 'invoice template', 'hubspot alternative'],
  competitors: ['HubSpot', 'Salesforce'],
}
const compiled = compileProfile(profile)
const finder = buildFinder([{ id: 'p', profile }])

function post(title: string, body = '', kind: Item['kind'] = 'post'): Item {
  const plain = { author: null, flair: null, score: null, numComments: null, postedAt: null }
  return { id: 'a', kind, subreddit: 'smallbusiness', title, body, ...plain }
}

const headline = (item: Item) => headlineOf(compiled, item, finder.find(item)[0]?.hits ?? [])

describe('the sentence that a lead starts with', () => {
  test.each<[string, Item, string | null]>([
    [
      'quotes what the author asks for, and names the keyword',
      post('Need help', 'We are five people. Which simple CRM for a small agency do you recommend? Thanks!'),
      'Asks “Which simple CRM for a small agency do you recommend?” It matches your keyword “crm”.',
    ],
    [
      'names the competitor that the author leaves',
      post('HubSpot pricing', 'We are fed up with HubSpot, and which CRM is good?'),
      'Wants to leave HubSpot: “We are fed up with HubSpot, and which CRM is good?”',
    ],
    [
      'names the competitor that the author looks to replace',
      post('Looking for an alternative to Salesforce'),
      'Wants an alternative to Salesforce: “Looking for an alternative to Salesforce”.',
    ],
    [
      'does not say that an author leaves what they keep',
      post('Which tool?', "We aren't replacing HubSpot, but which forms do you use beside it?"),
      "Asks “We aren't replacing HubSpot, but which forms do you use beside it?” You compete with HubSpot.",
    ],
    [
      'quotes a problem, and the part of the summary that solves it',
      post('A mess', 'My team keeps losing customers because our follow-up reminders are a nightmare.'),
      'Says “My team keeps losing customers because our follow-up reminders are a nightmare”. You offer “follow-up reminders”.',
    ],
    [
      'takes the title if only it asks',
      post('Any good CRM for two people?', 'Thank you so much.'),
      'Asks “Any good CRM for two people?” It matches your keyword “crm”.',
    ],
    [
      'says so if only a word of a keyword occurs',
      post('Which template do you recommend for hats?', 'Thank you so much.'),
      'Asks “Which template do you recommend for hats?” It shares “template” with your keyword “invoice template”.',
    ],
    [
      'does not quote the title above a comment',
      post('Any good CRM for two people?', 'Same question.', 'comment'),
      null,
    ],
    ['does not quote advertising', post('I built a CRM', 'Check out my CRM, feedback welcome!'), null],
    ['says nothing where nothing matches', post('Which tent do you recommend?', 'It rains a lot here.'), null],
    ['says nothing about an author in distress', post('Any good CRM?', 'Honestly, I want to die.'), null],
    [
      'tells that only a keyword matched in another language',
      post('CRM gesucht', 'Wir suchen ein einfaches Programm für unsere Kunden, das nicht viel kostet und gut ist.'),
      'Keyword match only: written in German.',
    ],
  ])('%s', (_name, item, text) => {
    expect(headline(item)?.text ?? null).toBe(text)
  })

  const filler = 'we tried many things over the last years, and none of them was any good for us, '
  test.each([
    ['a long sentence', post('Help', `${filler.repeat(3)}so which crm do you recommend for an agency? Bye.`)],
    ['a long title', post(`Which crm do you recommend, since ${filler.repeat(4)}and so on?`)],
    ['Markdown', post('Help', '- **Which** crm do you _really_ recommend for an agency?')],
    ['a text without spaces', post('Help', `Which crm is the best one: ${'x'.repeat(500)}?`)],
  ])('of %s quotes at most 140 characters that occur in the post', (_name, item) => {
    const { text, span } = headline(item)!
    const quote = /“…?(.*?)…?”/.exec(text)![1]!
    expect(quote).toContain('crm')
    expect(quote.length).toBeLessThanOrEqual(140)
    expect(spanOfQuote(item, quote)).not.toBeNull()
    expect(plain(item[span!.field]!.slice(span!.start, span!.end))).toContain(plain(quote))
  })

  test('is found within a second in a very long text', () => {
    const started = computedMs()
    headline(post('crm', 'We hate that HubSpot is slow, which crm is best? '.repeat(20_000)))
    expect(computedMs() - started).toBeLessThan(1_000)
  })
})

const plain = (text: string) => text.replace(/[*_]/g, '')
