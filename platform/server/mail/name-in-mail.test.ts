import { expect, test } from 'vitest'
import { nameInMail } from './name-in-mail.ts'

test.each([
  // Names that don't change.
  ['Pipewell', 'Pipewell'],
  ['Zoë & Søn, Inc.', 'Zoë & Søn, Inc.'],
  ['AT&T (U.S.)', 'AT&T (U dot S.)'],
  ['Deskbook: a CRM, 24/7', 'Deskbook: a CRM, 24/7'],
  ['.NET and C++', '.NET and C++'],
  ['すごい製品', 'すごい製品'],
  // Addresses, domains and links.
  ['You won! Claim at https://evil.example/x?y=1', 'You won! Claim at https evil dot example/x?y=1'],
  ['HTTP://EVIL.EXAMPLE', 'HTTP EVIL dot EXAMPLE'],
  ['http://3627734062', 'http 3627734062'],
  ['http:/evil', 'http /evil'],
  ['//evil.example', 'evil dot example'],
  ['\\\\server\\share', 'server\\share'],
  ['www.evil.example', 'www dot evil dot example'],
  ['evil.example', 'evil dot example'],
  ['192.0.2.1', '192 dot 0 dot 2 dot 1'],
  ['bücher.example', 'bücher dot example'],
  ['ann@evil.example', 'ann at evil dot example'],
  ['mailto:ann@localhost', 'mailto ann at localhost'],
  ['tel:+15550100', 'tel +15550100'],
  ['javascript:alert(1)', 'javascript alert(1)'],
  ['<a href="https://evil.example">x</a>', '<a href="https evil dot example">x</a>'],
  ['[x](https://evil.example)', '[x](https evil dot example)'],
  // The same, disguised.
  ['evil\u200b.\u2060example', 'evil dot example'],
  ['evil．example', 'evil dot example'],
  ['evil。example', 'evil dot example'],
  ['evil｡example', 'evil dot example'],
  ['evil․example', 'evil dot example'],
  ['ann＠evil.example', 'ann at evil dot example'],
  ['https：／／evil.example', 'https evil dot example'],
  ['ht\u00adtps:\u200b//evil', 'https evil'],
  // Lines, control characters and direction.
  ['  two   words\t', 'two words'],
  ['one\r\nBcc: eve', 'one Bcc: eve'],
  ['one\u2028two\u0085three', 'one two three'],
  ['bell\u0007 and escape\u001b[2J', 'bell and escape [2J'],
  ['\u202eevil\u202c', 'evil'],
  ['half \ud800 a character', 'half \ufffd a character'],
  // Length, measured last.
  ['x'.repeat(80), 'x'.repeat(80)],
  ['x'.repeat(81), `${'x'.repeat(79)}…`],
  ['🙂'.repeat(80), '🙂'.repeat(80)],
  ['a.'.repeat(40), `${'a dot '.repeat(13)}a…`],
])('%j reads %j', (name, shown) => {
  expect(nameInMail(name)).toBe(shown)
})
