import { describe, expect, test } from 'vitest'
import { asksToStop } from './stop.ts'

describe('a text that asks to stop', () => {
  test.each([
    'Stop',
    'STOP!!!',
    'stop messaging me',
    'Please stop messaging me.',
    'Hey, could you stop DMing me?',
    'I need you to stop contacting me',
    'stop sending me these messages',
    'Stop spamming',
    "Please don't message me again.",
    'Do not contact me',
    'don’t dm me',
    'Thanks, but please don’t write to me anymore',
    'Not interested',
    'not interested, thanks',
    "I'm not interested.",
    'Sorry, we are not interested in this',
    "Hi! I'm really not interested in your product. Good luck though.",
    'I am no longer interested',
    'leave me alone',
    'Please just leave me the hell alone!',
    'unsubscribe',
    'UNSUBSCRIBE ME PLEASE',
    'Please unsubscribe me from this list',
    'Remove me from your mailing list',
    'take me off your list',
    'Go away',
    'fuck off',
    'no more messages please',
    "I don't want to hear from you",
    'I do not want to be contacted',
    'Reported and blocked',
    'I reported you for spam',
    'Lass mich in Ruhe',
    'Kein Interesse, danke',
    'Bitte schreib mir nicht mehr',
    'Laissez-moi tranquille',
    'Pas intéressé',
    'Arrêtez de me contacter',
    'No me interesa, gracias',
    'Déjame en paz',
    'deja de escribirme',
    '> Have you tried it?\n\nNot interested.',
    'Please - stop messaging me - thanks',
    'Stop  messaging\tme',
    'Don`t message me',
    'Enough (stop messaging me)',
    'Thanks: not interested',
    'Stop messaging me now please…',
    `stop messaging me ${'x'.repeat(142)}`,
  ])('%s', (text) => {
    expect(asksToStop(text)).toBe(true)
  })
})

describe('a text that only has such words', () => {
  test.each([
    '',
    '   ',
    '!!!',
    'Yes, I am interested',
    "Please don't stop messaging me, this helps",
    "I can't stop thinking about this tool",
    'Why did you stop messaging me?',
    'Did they stop messaging me because of the price?',
    "Recruiters won't leave me alone since I posted that",
    'How do I make them leave me alone?',
    "I'm not interested in Pipewise, but yours looks good",
    'I was not interested at first, but now I am',
    "If you're not interested, no problem",
    'Are you not interested?',
    "I'm not interested in a call, can you write it here instead?",
    'How do I unsubscribe from Mailchimp?',
    'I want to unsubscribe from the other tool first',
    'Can customers unsubscribe in your app?',
    "Don't message me on weekends, Monday is fine",
    "Don't contact me by phone, a message is fine",
    "Don't hesitate to message me",
    'The bus stop is next to the office',
    'It should stop when the pump is off',
    'We stop sending invoices on Friday',
    'stop by anytime',
    'The seller said "go away and never come back", so we left',
    'My account was blocked by the bank',
    'They reported record sales',
    '> stop messaging me\n\nThat is what I told the other vendor. Yours is different.',
    'Does it remove me from the list of the old vendor as well?',
    'No more questions, I will buy it',
    '&gt; stop messaging me',
    ' \t> not interested',
    'well stop',
    `stop messaging me ${'x'.repeat(143)}`,
    'Ich habe großes Interesse',
    'Me interesa, gracias',
    'Je suis intéressé',
  ])('%s', (text) => {
    expect(asksToStop(text)).toBe(false)
  })

  test('is read in linear time', () => {
    const began = performance.now()
    expect(asksToStop('please stop '.repeat(2000))).toBe(false)
    expect(asksToStop(`${'please '.repeat(20)}leave me alon`)).toBe(false)
    expect(performance.now() - began).toBeLessThan(500)
  })
})
