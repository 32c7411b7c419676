import { expect, test } from 'vitest'
import { previewText } from './preview-text.ts'

const many = { read: 2000, total: 43_714 }
const few = { read: 66, total: 66 }

test.each([
  [{ read: 0, total: 0, found: 0, close: 0 }, 'No posts stored yet. Examples will appear here.'],
  [
    { ...many, found: 0, close: 0 },
    'No lead among 2,000 of 43,714 stored posts yet. Earshot scans the rest once you create the project.',
  ],
  [
    { ...many, found: 0, close: 2 },
    'No lead among 2,000 of 43,714 stored posts yet, but 2 are close matches. Earshot scans the rest once you create the project.',
  ],
  [
    { ...many, found: 1, close: 1 },
    '1 lead among 2,000 of 43,714 stored posts, plus 1 close match. Earshot scans the rest once you create the project.',
  ],
  [{ ...few, found: 12, close: 0 }, '12 leads among 66 stored posts.'],
  [{ ...few, found: 0, close: 1 }, 'No lead among 66 stored posts yet, but 1 is a close match.'],
  [{ ...few, found: 0, close: 0 }, 'No lead among 66 stored posts yet. Try adding more common keywords.'],
  [{ read: 1, total: 1, found: 1, close: 0 }, '1 lead among 1 stored post.'],
])('%j reads: %s', (preview, text) => {
  expect(previewText({ ...preview, examples: [], hits: [] })).toBe(text)
})
