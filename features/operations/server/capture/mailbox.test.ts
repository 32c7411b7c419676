import { expect, test } from 'vitest'
import { mailboxOf } from './mailbox.ts'

test.each([
  ['mara@pipewell.example', 'mara@pipewell.example'],
  ['Mara@PipeWell.Example', 'mara@pipewell.example'],
  ['mara+guide@pipewell.example', 'mara@pipewell.example'],
  ['mara+a+b@pipewell.example', 'mara@pipewell.example'],
  ['+mara@pipewell.example', '+mara@pipewell.example'],
  ['m.a.r.a@pipewell.example', 'm.a.r.a@pipewell.example'],
  ['m.a.r.a+guide@googlemail.com', 'mara@gmail.com'],
  ['ＭＡＲＡ@pipewell.example', 'mara@pipewell.example'],
  ['mara@bücher.example', 'mara@xn--bcher-kva.example'],
  ['mara@XN--bcher-kva.example', 'mara@xn--bcher-kva.example'],
])('an email to %s arrives at %s', (email, mailbox) => {
  const found = mailboxOf(email)
  expect(`${found?.name}@${found?.domain}`).toBe(mailbox)
})

test.each(['mara@a%b.example', '...@gmail.com'])('%s has no mailbox', (email) => {
  expect(mailboxOf(email)).toBeNull()
})
