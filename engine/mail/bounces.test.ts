import { expect, test } from 'vitest'
import { readBounce } from './bounces.ts'

const own = 'Message-ID: <ours@example.com>'
const report = (status: string, { action = 'failed', diagnostic = '' } = {}) =>
  [
    '',
    `Action: ${action}`,
    `Status: ${status}`,
    ...(diagnostic ? [`Diagnostic-Code: ${diagnostic}`] : []),
    '',
    own,
  ].join('\r\n')
const standard = 'multipart/report; report-type=delivery-status; boundary=x'
const daemon = 'mailer-daemon@example.com'

test.each<[string, Partial<Parameters<typeof readBounce>[0]>, object | null]>([
  ['an unknown address', { contentType: standard, body: report('5.1.1') }, { outcome: 'failed', isHard: true }],
  ['a moved address', { contentType: standard, body: report('5.1.6') }, { isHard: true }],
  ['a full mailbox', { contentType: standard, body: report('5.2.2') }, { outcome: 'failed', isHard: false }],
  ['a policy', { contentType: standard, body: report('5.7.1') }, { outcome: 'failed', isHard: false }],
  ['a size limit', { contentType: standard, body: report('5.3.4') }, { outcome: 'failed', isHard: false }],
  ['a timeout', { contentType: standard, body: report('4.4.1') }, { outcome: 'failed', isHard: false }],
  ['a delay', { contentType: standard, body: report('4.4.1', { action: 'delayed' }) }, { outcome: 'delayed' }],
  ['a delivery', { contentType: standard, body: report('2.1.5', { action: 'delivered' }) }, null],
  [
    'an unspecific code with words',
    { contentType: standard, body: report('5.0.0', { diagnostic: 'smtp; 550 No such user here' }) },
    { isHard: true, words: '550 No such user here' },
  ],
  [
    'words that continue on the next line',
    { contentType: standard, body: report('5.1.1', { diagnostic: 'smtp; 550\r\n  unknown' }) },
    { words: '550 unknown' },
  ],
  [
    'qmail',
    {
      from: daemon,
      body: `\r\n\r\nHi. This is the qmail-send program.\r\nI'm afraid I wasn't able to deliver: permanent error.\r\n550 user unknown\r\n\r\n${own}`,
    },
    { outcome: 'failed', isHard: true },
  ],
  [
    'a header of failed recipients',
    { failedRecipients: 'a@example.com', body: `\r\n\r\nIt failed.\r\n${own}` },
    { outcome: 'failed', isHard: false },
  ],
  [
    'a warning',
    { from: daemon, body: `\r\n\r\nWarning: could not send message yet, will keep trying\r\n${own}` },
    { outcome: 'delayed' },
  ],
  ['a person who quotes a report', { from: 'mara@example.com', body: `\r\n\r\n550 user unknown\r\n${own}` }, null],
  [
    'a newsletter of the postmaster',
    { from: 'postmaster@example.com', body: '\r\n\r\nOur servers move on Monday.' },
    null,
  ],
])('a report about %s', (_name, mail, expected) => {
  const bounce = readBounce({ from: daemon, contentType: 'text/plain', failedRecipients: null, body: '', ...mail })
  if (expected === null) expect(bounce).toBeNull()
  else expect(bounce).toMatchObject({ messageIds: ['<ours@example.com>'], ...expected })
})
