import type { Item, Profile } from '../item.ts'
import type { PromptRequest } from './prompt.ts'

export const profile: Profile = {
  name: 'Pipewell',
  website: 'https://pipewell.example',
  summary: 'A simple CRM for small teams: contacts, deals pipeline, and follow-up reminders.',
  keywords: ['crm', 'sales pipeline', 'follow up with leads', 'contact management'],
  competitors: ['HubSpot', 'Pipedrive'],
}

export const facts = [
  'Pipewell is a CRM for teams of 1 to 20 people: contacts, one deals pipeline, and follow-up reminders.',
  'Syncs with Gmail and Outlook in both directions.',
  '$9 per user a month, and free for one user.',
  'Pipewell imports contacts and deals from HubSpot, Pipedrive, and any CSV file.',
  'Write down the next step and its date for each lead.',
  'Tip: A follow-up on the third day is answered more often than one on the first.',
].join('\n')

export const disclosure = 'Disclosure: I work on Pipewell.'

/** Returns a post that asks for a CRM. */
export function postOf(title: string, body = '', more: Partial<Item> = {}): Item {
  const item = { id: 'a1', kind: 'post', subreddit: 'smallbusiness', author: 'mara', flair: null } as const
  return { ...item, title, body, score: null, numComments: null, postedAt: null, ...more }
}

/** Returns a request for a prompt about a post. */
export function promptOf(post: Item, more: Partial<PromptRequest> = {}): PromptRequest {
  return {
    post,
    thread: [],
    rules: [{ name: 'No self-promotion', description: 'Say so if it is yours.' }],
    product: { name: profile.name, website: profile.website, aliases: [] },
    facts,
    voice: 'Short sentences.',
    disclosure,
    bannedClaims: ['military-grade'],
    length: 'medium',
    tone: 'plain',
    mention: true,
    language: null,
    ...more,
  }
}
