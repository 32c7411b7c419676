import { expect, test } from 'vitest'
import { promotionReader } from './promotion-reader.ts'

const isPromotion = promotionReader({
  name: 'Pipewell',
  website: 'https://www.pipewell.example/start',
  aliases: ['Pipe Well'],
})
const post = { kind: 'post', title: 'What I learned about calls', body: '', url: null } as const
const comment = { kind: 'comment', title: 'Which CRM?', body: '', url: null } as const

test.each([
  ['a comment that names it', { ...comment, body: 'I use Pipewell for that.' }, true],
  ['a comment that names it in lower case', { ...comment, body: 'try pipewell' }, true],
  ['a comment with another of its names', { ...comment, body: 'Pipe Well does it.' }, true],
  ['a comment that links to its site', { ...comment, body: 'See [here](https://app.pipewell.example/x).' }, true],
  ['a comment in another language', { ...comment, body: 'Mit Pipewell geht das.' }, true],
  ['a comment that pitches something else', { ...comment, body: 'We built something for that. Sign up.' }, false],
  ['a comment that links elsewhere', { ...comment, body: 'https://notpipewell.example' }, false],
  ["a comment under somebody else's title with the name", { ...comment, title: 'Is Pipewell good?' }, false],
  ['a post with the name in its title', { ...post, title: 'Pipewell is out' }, true],
  ['a post with the name in its text', { ...post, body: 'It runs on Pipewell.' }, true],
  ['a post that is a link to its site', { ...post, url: 'https://pipewell.example/blog' }, true],
  ['a post that is a link elsewhere', { ...post, url: 'https://somewhere.example/pipewell' }, false],
  ['a post about something else', post, false],
])('%s: %s', (_what, item, promotes) => {
  expect(isPromotion(item)).toBe(promotes)
})
