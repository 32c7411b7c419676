import { describe, expect, test } from 'vitest'
import { fillTemplate, templateFault, templateMost } from './template.ts'

const values: Parameters<typeof fillTemplate>[1] = {
  ...{
    author: 'welder_99',
    subreddit: 'Welding_Shop',
    title: 'Which *one*?',
    product: 'Pipewell',
    website: 'https://pipewell.example/a_b?x=1',
  },
  username: 'maya.roe@example.com',
}

describe('a message to one person', () => {
  test.each([
    [
      'Hi {author}, {firstName} from {product} here ({website}), about {subreddit}.',
      {},
      'Hi welder\\_99, Maya from Pipewell here (https://pipewell.example/a_b?x=1), about r/Welding_Shop.',
    ],
    ['Hi {author|there}', {}, 'Hi welder\\_99'],
    ['Hi {author|there}', { author: '' }, 'Hi there'],
    ['About “{title}”', {}, 'About “Which \\*one\\*?”'],
    ['About {title|your post}', { title: null }, 'About your post'],
    ['Seen in {subreddit|your post}', { subreddit: null }, 'Seen in your post'],
    ['See {website|*our site*}', { website: null }, 'See *our site*'],
    ['Hi{website|}', { website: null }, 'Hi'],
    ['**{product}** {', {}, '**Pipewell** {'],
  ])('%j with %j is %j', (text, change, filled) => {
    expect(fillTemplate(text, { ...values, ...change })).toEqual({ text: filled })
  })
})

test.each([
  ['_x_', '\\_x\\_'],
  ['**bold**', '\\*\\*bold\\*\\*'],
  ['[click](https://bad.example)', '\\[click\\]\\(https://bad.example\\)'],
  ['u/someone', 'u\\/someone'],
  ['/U/someone', '/U\\/someone'],
  ['menu/card', 'menu/card'],
  ['# big', '\\# big'],
  ['> quote', '\\> quote'],
  ['- item', '\\- item'],
  ['1. item', '1\\. item'],
  ['a\n\n# b', 'a \\# b'],
  ['a & b &gt;', 'a \\& b \\&gt;'],
  ['\\', '\\\\'],
  ['{author} $& $1', '{author} $\\& $1'],
  ['`x` ~~y~~ ^z | !', '\\`x\\` \\~\\~y\\~\\~ \\^z \\| \\!'],
])('the value %j stays text: %j', (product, escaped) => {
  expect(fillTemplate('{product}', { ...values, product })).toEqual({ text: escaped })
})

test.each([
  ['subreddit', 'a](b', 'r/a\\]\\(b'],
  ['website', 'pipewell.example)**', 'pipewell.example\\)\\*\\*'],
  ['website', 'pipewell.example', 'pipewell.example'],
  ['website', 'http://pipewell.example/a_b', 'http://pipewell.example/a_b'],
  ['website', 'pipewell2.example:8080/a_b', 'pipewell2.example:8080/a_b'],
  ['website', 'pipewell.example?a=b_c', 'pipewell.example?a=b_c'],
  ['website', 'pipewell.example:_x', 'pipewell.example:\\_x'],
  ['website', '*pipewell.example', '\\*pipewell.example'],
  ['title', '  *a*\n b ', '\\*a\\* b'],
  ['title', '12) item', '12\\) item'],
  ['title', 'in 2026. Really', 'in 2026. Really'],
  ['title', 'a - b', 'a - b'],
  ['subreddit', 'x'.repeat(51), `r/${'x'.repeat(51)}`],
])('a %s like %j is %j', (variable, value, escaped) => {
  expect(fillTemplate(`{${variable}}`, { ...values, [variable]: value })).toEqual({ text: escaped })
})

describe('is a fault:', () => {
  test.each([
    [
      'an unknown variable',
      'Hi {name|there}',
      {},
      "The variable {name|there} doesn't exist. Use {author}, {subreddit}, {product}, {website}, {firstName}, or {title}.",
    ],
    [
      'an unknown value without other words',
      'Seen in {subreddit}',
      { subreddit: null },
      '{subreddit} is unknown for this person. Add other words for it: {subreddit|...}.',
    ],
    ['no text', ' \n', {}, 'Nothing is left of this message once its variables are filled in. Write more.'],
    [
      'no text once it is filled in',
      '{website|} ',
      { website: null },
      'Nothing is left of this message once its variables are filled in. Write more.',
    ],
    [
      'one character too many',
      `{product}${'x'.repeat(templateMost)}`,
      { product: 'P' },
      'This message has 10,001 characters. Reddit takes at most 10,000.',
    ],
  ])('%s', (_what, text, change, fault) => {
    expect(fillTemplate(text, { ...values, ...change })).toEqual({ fault })
  })

  test('but not 10,000 characters', () => {
    expect(fillTemplate('x'.repeat(templateMost), values)).toEqual({ text: 'x'.repeat(templateMost) })
  })
})

test('a text is checked before it has anybody to go to', () => {
  expect(templateFault('Hi {author|there}')).toBeNull()
  expect(templateFault('Hi {autor}')).toContain('{autor}')
  expect(templateFault('')).toContain('Nothing is left')
})
