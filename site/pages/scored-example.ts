import { buildFinder, isListed } from '#engine/candidates/candidates.ts'
import type { Item, Profile } from '#engine/item.ts'
import type { Component, Label } from '#engine/score/component.ts'
import { compileProfile, scoreItem } from '#engine/score/score.ts'

/** A made-up product as its maker would set it up, in place of the reader's. */
const profile: Profile = {
  name: 'Deskbook',
  website: 'deskbook.example',
  summary:
    'A simple CRM for small businesses and studios: contacts, a sales pipeline and reminders to follow up with leads, without the price of enterprise CRMs.',
  keywords: ['simple crm', 'crm', 'sales pipeline', 'keep track of clients', 'follow up with leads'],
  competitors: ['HubSpot', 'Pipedrive', 'Salesforce'],
}

const hoursAgo = 2
const item = {
  id: 'example',
  kind: 'post',
  subreddit: 'smallbusiness',
  author: null,
  title: 'Our spreadsheet is falling apart. What software do you use to keep track of customers?',
  body: 'Four of us, two hundred wholesale contacts. We keep forgetting to follow up, and nobody knows who spoke to whom. Looking for a simple tool with reminders, happy to pay. Any suggestions?',
  flair: null,
  score: 14,
  numComments: 9,
  postedAt: 0,
} satisfies Item

/** A made-up post with Earshot's score. */
export interface ScoredExample {
  post: { subreddit: string; title: string; body: string; votes: number; comments: number; hoursAgo: number }
  score: number
  label: Label
  components: Component[]
  /** The number of the product's keywords and competitors that the post names. */
  named: number
}

/** Scores the landing page's example like any lead, so that the page can't promise a different score. */
export function scoredExample(): ScoredExample {
  const hits = buildFinder([{ id: 'example', profile }]).find(item)[0]?.hits ?? []
  const { score, label, components } = scoreItem(compileProfile(profile), item, hits)
  const { subreddit, title, body, score: votes, numComments: comments } = item
  return {
    post: { subreddit, title, body, votes, comments, hoursAgo },
    score,
    label,
    components,
    named: hits.filter(isListed).length,
  }
}
