import { expect, test } from 'vitest'
import { type Evidence, givenEmails } from './given-email.ts'

const reddit = (text: string): Evidence => ({ channel: 'reddit', text })
const mail = (text: string, from = 'Mara@Pipes.example'): Evidence => ({ channel: 'mail', text, from })

test.each<[string, Evidence, string[]]>([
  ['an address', reddit('Write to mara@pipes.example'), ['mara@pipes.example']],
  ['one in capitals', reddit('MARA@Pipes.Example'), ['mara@pipes.example']],
  ['one at the end of a sentence', reddit("It's mara@pipes.example."), ['mara@pipes.example']],
  ['one in brackets', reddit('Mara <mara@pipes.example>, CEO'), ['mara@pipes.example']],
  ['one in a link', reddit('[mail](mailto:mara@pipes.example)'), ['mara@pipes.example']],
  ['one with a tag and subdomains', reddit('mara+reddit@mail.pipes.co.uk'), ['mara+reddit@mail.pipes.co.uk']],
  ['two', reddit('mara@pipes.example or nils@pipes.example'), ['mara@pipes.example', 'nils@pipes.example']],
  ['one twice', reddit('mara@pipes.example, MARA@pipes.example'), ['mara@pipes.example']],
  ['a name at a site', reddit('I am @mara on twitter'), []],
  ['spelled-out words', reddit('mara at pipes dot example'), []],
  ['no top level domain', reddit('mara@localhost'), []],
  ['a number as top level domain', reddit('mara@10.0.0.1'), []],
  ['two dots', reddit('ma..ra@pipes.example'), []],
  ['look-alike letters', reddit('mаra@pipes.example'), []],
  ['the end of a longer word', reddit('mara@pipes.example@evil.example'), []],
  ['a community', reddit('r/pipes u/mara'), []],
  ['a quotation of an address', reddit('No.\n> Are you mara@pipes.example?'), []],
  ['a mail that quotes the account', mail('No.\n> Are you u/mara?'), []],
  ['a mail that names the account', mail('I am u/mara on Reddit'), ['mara@pipes.example']],
  ['a mail with a link to the profile', mail('https://www.reddit.com/user/Mara/'), ['mara@pipes.example']],
  ['a mail that names a former account', mail('I was u/mara_old'), ['mara@pipes.example']],
  ['a mail that names somebody else', mail('u/mara2 sent me, and mara says hi'), []],
  ['a mail that contains another address', mail('Ask mara@elsewhere.example'), []],
  ['a mail with the name in a word', mail('menu/mara is good'), []],
])('%s', (_what, message, emails) => {
  expect(givenEmails(message, ['mara', 'mara_old'])).toEqual(emails)
})

test('long texts are read fast', () => {
  const text = `${'a.'.repeat(5000)}@${'b-'.repeat(5000)}`
  expect(givenEmails(reddit(text), ['mara'])).toEqual([])
}, 500)
