import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { expect, test } from 'vitest'
import { community } from '../../community/community.ts'
import { htmlOf } from './markdown.ts'

const parsed = (text: string) =>
  `<div class="md">${micromark(text, { extensions: [gfm()], htmlExtensions: [gfmHtml()] })}\n</div>`

test('texts of the community have the HTML of their Markdown', () => {
  const bodies = community('earshot')
    .happenings(20_000)
    .flatMap((each) => ('body' in each && each.body ? [each.body] : []))
    .filter((_, at) => at % 10 === 0)
  expect(bodies.length).toBeGreaterThan(200)
  for (const body of bodies) expect(htmlOf(body)).toBe(parsed(body))
})

test.each([
  'Which one?\n\nIt costs 5 % less (or 10 $); "really": r/welding – yes…',
  'Look at www.pipewell.example or https://pipewell.example',
  'Write to mara@pipewell.example',
  'Two lines\nof one paragraph',
  'A heading\n\n---',
  'It ends with spaces  ',
  ' It starts with one',
  'Word\n\n\nafter three line ends',
  'a\n\n',
  '- a list',
  '1. a list',
  'a | b\n--|--\n1 | 2',
  '*Strong* & <b>bold</b> `code` ~~gone~~ \\* [^1]',
  'é, ß, 日本語。',
  '',
])('%j has the HTML of its Markdown', (text) => {
  expect(htmlOf(text)).toBe(parsed(text))
})
