import { writeFileSync } from 'node:fs'

/** A made-up but realistic post for the screenshots. */
interface PicturePost {
  subreddit: string
  author: string
  hoursAgo: number
  score: number
  numComments: number
  title: string
  body: string
}

const posts: PicturePost[] = [
  {
    subreddit: 'smallbusiness',
    author: 'two_person_studio',
    hoursAgo: 2,
    score: 14,
    numComments: 9,
    title: 'Can anyone recommend a simple CRM for a two person studio?',
    body: 'We run on a **shared spreadsheet** and I keep forgetting to follow up with leads. HubSpot looks far too big for us.\n\nBudget is about $40 a month. What do you use?',
  },
  {
    subreddit: 'sales',
    author: 'mara_sells',
    hoursAgo: 1,
    score: 31,
    numComments: 22,
    title: 'Looking for an alternative to Pipedrive',
    body: 'The price went up again and we only need contacts, a sales pipeline and reminders. Which simple CRM would you move to?',
  },
  {
    subreddit: 'smallbusiness',
    author: 'oakandpine',
    hoursAgo: 4,
    score: 6,
    numComments: 5,
    title: 'Leaving Salesforce after three years, what now?',
    body: 'The renewal came at three times the price. We are a shop of ten and use contacts and reminders. Any CRM suggestions?',
  },
  {
    subreddit: 'freelance',
    author: 'letterpress_lea',
    hoursAgo: 6,
    score: 19,
    numComments: 17,
    title: 'How do you keep track of clients?',
    body: 'I lose track of who I promised a quote. My spreadsheet to manage clients is a mess. Is there a CRM that is not made for a sales team of fifty?',
  },
  {
    subreddit: 'consulting',
    author: 'quiet_advisor',
    hoursAgo: 9,
    score: 8,
    numComments: 12,
    title: 'What do you use to follow up with leads?',
    body: 'I meet people at events, write their names on cards, and forget them. I want a reminder and a note, nothing more. What do you use as a solo consultant?',
  },
  {
    subreddit: 'agency',
    author: 'north_pixel',
    hoursAgo: 20,
    score: 11,
    numComments: 14,
    title: 'HubSpot is too much for us, is there a lighter CRM?',
    body: 'Five people, one sales pipeline, forty clients. We pay for a hundred features and use contacts and reminders.',
  },
  {
    subreddit: 'Entrepreneur',
    author: 'bakery_ben',
    hoursAgo: 26,
    score: 4,
    numComments: 3,
    title: 'Wholesale customers keep slipping through',
    body: 'About sixty cafes order from us. When one stops, I notice a month later. How do you keep track of clients without hiring somebody?',
  },
]

const chatter = [
  'The bakery on the corner changed its flour',
  'Trail report: the bridge is open again',
  'Photo of the river',
]

/** Writes an archive of these posts and some that are no leads, in Earshot's NDJSON. */
export function writePicturePosts(path: string, now: Date): void {
  const talk = Array.from({ length: 40 }, (_, i): PicturePost => {
    const title = `${chatter[i % chatter.length]}, part ${i}`
    return {
      subreddit: 'town',
      author: 'neighbour',
      hoursAgo: i,
      score: 1,
      numComments: 0,
      title,
      body: 'Nothing to sell.',
    }
  })
  const lines = [...posts, ...talk].map(({ hoursAgo, ...post }, index) => {
    const id = `pic${index.toString(36).padStart(3, '0')}`
    const createdAt = new Date(now.getTime() - hoursAgo * 3_600_000).toISOString()
    const permalink = `https://www.reddit.com/r/${post.subreddit}/comments/${id}/`
    return JSON.stringify({ id, kind: 'post', createdAt, permalink, url: permalink, ...post })
  })
  writeFileSync(path, lines.join('\n'))
}
