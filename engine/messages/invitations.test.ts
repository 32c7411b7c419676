import { describe, expect, test } from 'vitest'
import { invitationsIn } from './invitations.ts'

const post = (body: string, title = '') => ({ kind: 'post' as const, title, body })
const quotes = (body: string) => invitationsIn(post(body)).map(({ quote }) => quote)

describe('invites messages', () => {
  test.each([
    ['DM me'],
    ['PM me.'],
    ['Message me!'],
    ['Please DM me.'],
    ['pls dm me asap'],
    ['Kindly PM me'],
    ['**DM me** for the address.'],
    ['Just message me, I answer in the evening.'],
    ['My DMs are open.'],
    ["my DM's are open"],
    ['My inbox is always open.'],
    ['DMs open.'],
    ['DMs are welcome'],
    ['PMs welcome.'],
    ["I'm open to DMs."],
    ['Feel free to message me.'],
    ['Feel free to comment or DM.'],
    ['feel free to send a dm'],
    ['Feel free to PM me with a quote.'],
    ["Don't hesitate to DM me."],
    ["Don't be afraid to message me."],
    ["Don't be shy, DM me."],
    ['You can DM me.'],
    ['If you want to DM me, please do.'],
    ['You can always message me here.'],
    ["You're welcome to PM me."],
    ['Anyone who sells these can message me.'],
    ['Shoot me a PM.'],
    ['Shoot me a message if you know one.'],
    ['Send me a DM.'],
    ['Send me a quick private message.'],
    ['Please send me a chat request.'],
    ['drop me a DM'],
    ['Drop a comment or DM me.'],
    ['Comment below or send me a message.'],
    ['Reply here or shoot me a DM.'],
    ['Comment or DM if you make one.'],
    ['Drop your name, or send me a DM.'],
    ['If you have one, please DM me.'],
    ['DM if interested.'],
    ['DM for details'],
    ['Please DM with your price.'],
    ['If you build something like this, DM me.'],
    ['If you build something like this DM me'],
    ["If that's you PM me"],
    ['if interested dm me'],
    ['If this sounds like you message me'],
    ['Anyone interested DM me.'],
    ['I am starting a shop, so if you make labels PM me'],
    ['Looking for a CRM (DM me your pitch).'],
    ['Looking for a CRM - PM me'],
    ['Budget is $500; message me.'],
    ['Can someone DM me the name of a good tool?'],
    ['Could anyone please message me about it?'],
    ['Happy to share the numbers in DMs.'],
    ["I'd be happy to talk about my setup via PM."],
    ['Let me know via DM.'],
    ['Hit me up if you sell one.'],
    ['Any plumbers here, hit me up.'],
    ['Slide into my DMs'],
    ['Please reach out to me if you offer this.'],
    ['Feel free to reach out via DM.'],
    ['Please contact me for more details.'],
    ['Please don’t hesitate to dm me'],
    ['Inbox me.'],
    ['You can chat me'],
    ['DM/PM me'],
    ['Direct message me.'],
    ['Plz PM me'],
    ['DM or PM me'],
    ['Send me a msg'],
    ["Y'all can DM me"],
    ['Please comment & DM me'],
    ['You could DM me'],
    ['Anybody can message me'],
    ['You all may PM me'],
  ])('%j', (sentence) => {
    expect(quotes(sentence)).toEqual([sentence])
  })
})

describe('invites nobody', () => {
  test.each([
    ["Don't DM me."],
    ['Please don’t message me.'],
    ['please do not pm me with offers'],
    ["Please don't DM, I won't answer."],
    ['No DMs.'],
    ['No PMs please!'],
    ['No unsolicited DMs'],
    ['DMs closed.'],
    ['My DMs are closed.'],
    ['My inbox is full.'],
    ["I don't read my DMs."],
    ["I can't answer DMs."],
    ['I ignore all cold DMs.'],
    ['Stop messaging me.'],
    ['No solicitation.'],
    ['Keep it in the comments.'],
    ["I'll DM you."],
    ["I'll just DM if anyone has one."],
    ['I can DM you the link.'],
    ['I may reach out via DM.'],
    ['DMed you.'],
    ['He DMed me.'],
    ['They message me every day.'],
    ['People DM me all the time.'],
    ['A few companies dm me after each post.'],
    ['People comment and DM me about it.'],
    ['If people DM me, I answer.'],
    ['I hate it when people want to DM me.'],
    ['I added a form so customers can message me.'],
    ['How can vendors DM me without my name?'],
    ['If someone messages me, I answer.'],
    ['I asked the seller to message me.'],
    ['Nobody would DM me back.'],
    ['They want people to comment or DM for a guide.'],
    ['Should I DM them?'],
    ['Is there an app that can send me a message when it rains?'],
    ['Could the CRM just email or message me?'],
    ['I want it to either email or DM me.'],
    ['Have it beep or message me.'],
    ['I need something to alert or message me when stock is low.'],
    ['The seller wrote: DM me.'],
    ['If my DMs are open, why do they call?'],
    ['Can I DM you?'],
    ['Mind if I PM you?'],
    ['Are your DMs open?'],
    ['His DMs are open.'],
    ['Do cold DMs work?'],
    ['Check your DMs.'],
    ['My DMs exploded.'],
    ['Thanks for all the comments and DMs.'],
    ['We meet at 5 PM if it rains.'],
    ['Our PM is welcome to comment.'],
    ["I'm a PM."],
    ['The app can DM users who ask.'],
    ['Message me on WhatsApp.'],
    ['DM me on Instagram'],
    ['Please contact me at maya@shop.example.'],
    ['Contact me via email.'],
    ['Send me an email.'],
    ["Stop writing 'DM me' below."],
    ['Everybody writes "my DMs are open" here.'],
    ['> DM me'],
    ['&gt; My DMs are open.'],
    ['```\nDM me\n```'],
    ['~~~\nDM me\n~~~'],
    ['```\nDM me, and never close this'],
    ['  > DM me'],
    ['They all say “DM me” here.'],
    ["It said 'DM me' again."],
    ['“Just DM me.”'],
    ['Somebody said, DM me'],
    ['I guess it should email me or message me.'],
    ['Text me.'],
    [''],
  ])('%j', (sentence) => {
    expect(quotes(sentence)).toEqual([])
  })
})

test('who asks not to be messaged invites nobody in other sentences', () => {
  expect(quotes('DM me if you are a plumber.\n\nVendors, please do not DM me.')).toEqual([])
  expect(invitationsIn(post('Feel free to DM me.', 'Looking for a CRM, no DMs'))).toEqual([])
})

test('others who are asked not to write prohibit nothing', () => {
  expect(quotes('If they do not contact me, I will dispute it. Feel free to DM me.')).toEqual(['Feel free to DM me.'])
})

describe('an invitation is quoted', () => {
  test('as one sentence, with its place', () => {
    const title = 'Which CRM? DM me.'
    const body = '> DM me\n\nWe’re **four** people. Please **DM me**, thanks! We pay.\nMy DMs are open'
    const found = invitationsIn(post(body, title))
    expect(found.map(({ quote }) => quote)).toEqual(['DM me.', 'Please **DM me**, thanks!', 'My DMs are open'])
    for (const { quote, span } of found) {
      expect((span.field === 'title' ? title : body).slice(span.start, span.end)).toBe(quote)
    }
    expect(found.map(({ span }) => span.field)).toEqual(['title', 'body', 'body'])
  })

  test('in part if it is very long', () => {
    const [quote = '', ...more] = quotes(`${'we tried many tools '.repeat(60)}, please DM me`)
    expect(more).toEqual([])
    expect(quote.length).toBeLessThanOrEqual(400)
    expect(quote).toMatch(/please DM me$/)
  })

  test('in pieces of 400 characters where it has no spaces', () => {
    expect(quotes(`${'x'.repeat(500)}, DM me`)).toEqual([`${'x'.repeat(100)}, DM me`])
    const long = `DM me about ${'pipes '.repeat(64)}`.trim()
    expect(quotes(long)).toEqual([long])
  })

  test('but not code around it', () => {
    expect(quotes('```\nDM me\n```\nPM me')).toEqual(['PM me'])
    expect(quotes('~~~\nDM me\n~~~\nPM me')).toEqual(['PM me'])
    expect(quotes('Like ``` this: PM me')).toEqual(['Like ``` this: PM me'])
  })

  test('but not from the title of a thread that somebody else wrote', () => {
    expect(invitationsIn({ kind: 'comment', title: 'DM me', body: 'Same here.' })).toEqual([])
    expect(invitationsIn({ kind: 'comment', title: '', body: 'DM me' })).toHaveLength(1)
  })
})

test.each(['DM me ', 'a', '"', '> ', 'please ', "don't ", '. ', 'if people ', '```\n', 'no ', 'me on '])(
  '40,000 characters of %j take no time',
  (part) => {
    const body = part.repeat(40_000 / part.length)
    const start = performance.now()
    invitationsIn(post(body))
    expect(performance.now() - start).toBeLessThan(1_000)
  },
)
