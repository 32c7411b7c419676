import { expect, test } from 'vitest'
import { buildFinder } from '../candidates/candidates.ts'
import type { Item, Profile } from '../item.ts'
import { compileProfile, scoreItem } from '../score/score.ts'
import { type Signal, signalsOf } from './signals.ts'

const profile: Profile = {
  name: 'Dealnest',
  website: null,
  summary: 'A simple CRM for small agencies: contacts, deals pipeline, follow-up reminders and lead capture forms.',
  keywords: ['crm', 'sales pipeline', 'client follow-ups'],
  competitors: ['HubSpot', 'Salesforce'],
}
const compiled = compileProfile(profile)
const finder = buildFinder([{ id: 'p', profile }])

function post(title: string, body = '', kind: Item['kind'] = 'post'): Item {
  const plain = { author: null, flair: null, score: null, numComments: null, postedAt: null }
  return { id: 'a', kind, subreddit: 'smallbusiness', title, body, ...plain }
}

test.each<[Signal, Item]>([
  ['ask', post('Can anyone recommend a simple CRM?', 'We are looking for one with a sales pipeline.')],
  ['leave', post('Rant about the renewal', 'We are leaving Salesforce this month. It is a CRM for giants.')],
  ['leave', post('Looking for an alternative to HubSpot')],
  ['leave', post('Client follow-ups', 'We want to switch from our CRM, the price increase was too much.')],
  ['pain', post('Struggling with client follow-ups', 'Our sales pipeline is a mess and I hate it.')],
  ['price', post('Which CRM is affordable for a small agency?')],
  ['price', post('Client follow-ups', 'Our CRM got too expensive.')],
  ['wonder', post('How do you do client follow-ups?', 'How would you keep a sales pipeline with two people?')],
  ['competitor', post('Is there a CRM like HubSpot, but simple?')],
])('shows the signal %s in %j', (signal, item) => {
  const hits = finder.find(item)[0]?.hits ?? []
  const { components } = scoreItem(compiled, item, hits)
  expect([...signalsOf(compiled, item, hits, components)]).toContain(signal)
})

test.each<[Signal, Item]>([
  ['leave', post('Which CRM do you recommend for a sales pipeline?')],
  ['leave', post('Switching from HubSpot', 'Ours is a CRM of our own.', 'comment')],
  ['competitor', post('Which CRM do you recommend?')],
  ['pain', post('Our CRM works well for client follow-ups')],
  ['ask', post('Our sales pipeline in a CRM', 'It is blue.')],
  ['price', post('Which CRM do you recommend for a sales pipeline?')],
  ['price', post('Which CRM is affordable?', 'I use a CRM with a sales pipeline.', 'comment')],
])('shows no signal %s in %j', (signal, item) => {
  const hits = finder.find(item)[0]?.hits ?? []
  const { components } = scoreItem(compiled, item, hits)
  expect([...signalsOf(compiled, item, hits, components)]).not.toContain(signal)
})
