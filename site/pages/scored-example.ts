import { buildFinder, isListed } from '#engine/candidates/candidates.ts'
import type { Item, Profile } from '#engine/item.ts'
import type { Component, Label } from '#engine/score/component.ts'
import { compileProfile, scoreItem } from '#engine/score/score.ts'

/** Stands for whoever reads the landing page: a product that is made up, as its maker would set it up. */
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

/** A post that is made up, and what Earshot makes of it. */
export interface ScoredExample {
  post: { subreddit: string; title: string; body: string; votes: number; comments: number; hoursAgo: number }
  score: number
  label: Label
  components: Component[]
  /** How many of the product's keywords and competitors it names. */
  named: number
}

/** Scores the example of the landing page as any lead is scored, so that the page can't promise another score. */
export function scoredExample(): ScoredExample {
  const hits = buildFinder([{ id: 'example', profile }]).find(item)[0]?.hits ?? []
  const { score, label, components } = scoreItem(compileProfile(profile), item, hits, hoursAgo * 3_600_000)
  const { subreddit, title, body, score: votes, numComments: comments } = item
  return {
    post: { subreddit, title, body, votes, comments, hoursAgo },
    score,
    label,
    components,
    named: hits.filter(isListed).length,
  }
}
