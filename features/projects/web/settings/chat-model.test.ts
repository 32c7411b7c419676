import { expect, test } from 'vitest'
import { hintOf } from './chat-model.tsx'

test.each([
  [
    'no model',
    { model: null, postsToday: 0, postsPerDay: 500 },
    'Not connected. To connect, set LLM_BASE_URL and LLM_MODEL on the server.',
  ],
  [
    'posts left',
    { model: 'small', postsToday: 1200, postsPerDay: 5000 },
    'Sends the texts of posts and your product description to small, and for replies also your prompts and the thread. 1,200 of 5,000 posts sent today.',
  ],
  [
    'none left',
    { model: 'small', postsToday: 500, postsPerDay: 500 },
    'Sends the texts of posts and your product description to small, and for replies also your prompts and the thread. 500 of 500 posts sent today. The limit resets at 00:00 UTC.',
  ],
])('with %s, the hint says what is sent and what is left', (_case, use, text) => {
  expect(hintOf(use)).toBe(text)
})
