import { describe, expect, test } from 'vitest'
import type { Page } from './pages/page-parts.ts'
import type { WebsiteProfile } from './profile.ts'
import { profileFromPages } from './profile-from-pages.ts'

const page = (url: string, head: string, body = ''): Page => ({
  url,
  html: `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`,
})
const texts = (proposals: WebsiteProfile['keywords']) => proposals.map(({ text }) => text)

const saas = [
  page(
    'https://www.stallboard.example/',
    `<title>Stallboard | Market stall booking software</title>
     <meta name="description" content="Stallboard is booking software for farmers markets. Vendors book their stall, pay the fee and upload their insurance. Start free today!">`,
    `<nav><a href="/pricing">Pricing</a><a href="/vs/pitchfold">Stallboard vs PitchFold</a></nav>
     <h1>Run your market without the spreadsheet chaos</h1>
     <p>Stall booking, vendor payments and insurance certificates in one place, for market managers and craft fair organizers.</p>
     <h2>No more chasing vendors for payments</h2>
     <ul><li>Stall booking with a map of the market</li><li>Vendor payments by card</li><li>Never lose an insurance certificate again</li></ul>
     <blockquote>We switched from Tentbook and Gridstall last spring.</blockquote>`,
  ),
  page(
    'https://www.stallboard.example/pricing',
    '<title>Pricing</title>',
    '<h1>Plans for markets of every size</h1><p>Vendor payments and stall booking are in every plan.</p>',
  ),
]

test('the website of a software product yields its name, summary, audience, pains and competitors', () => {
  const profile = profileFromPages(saas)
  expect(profile).toMatchObject({
    website: 'https://www.stallboard.example/',
    name: { text: 'Stallboard', origin: 'title', page: '/' },
    summary: {
      text: 'Stallboard is booking software for farmers markets. Vendors book their stall, pay the fee and upload their insurance.',
      origin: 'description',
    },
    language: 'en',
    read: 'enough',
    pages: ['/', '/pricing'],
  })
  expect(texts(profile.audience)).toEqual(['market managers', 'craft fair organizers'])
  expect(texts(profile.pains)).toEqual([
    'spreadsheet chaos',
    'chasing vendors for payments',
    'lose an insurance certificate',
  ])
  expect(texts(profile.competitors)).toEqual(['Tentbook', 'Gridstall', 'PitchFold'])
  expect(profile.competitors.map(({ origin }) => origin)).toEqual(['quote', 'quote', 'link'])
  expect(texts(profile.keywords)).toEqual(
    expect.arrayContaining(['stall booking', 'vendor payments', 'booking software']),
  )
  expect(profile.keywords.length).toBeGreaterThanOrEqual(3)
  expect(profile.keywords.length).toBeLessThanOrEqual(10)
  expect(texts(profile.keywords).join()).not.toMatch(/stallboard|start free/)
})

describe('other kinds of websites', () => {
  test('a shop describes itself in structured data and links to its community', () => {
    const shop = page(
      'https://wickandwool.example/',
      `<title>Wick &amp; Wool: hand-dyed yarn</title>
       <script type="application/ld+json">{"@graph":[{"@type":"OnlineStore","name":"Wick & Wool","description":"Hand-dyed sock yarn and knitting patterns from a small dye studio on the coast."},{"@type":"BreadcrumbList","name":"Home"}]}</script>`,
      `<h1>Sock yarn that lasts</h1><p>Sock yarn, knitting patterns and project bags, dyed in small lots for knitters.</p>
       <a href="https://old.reddit.com/r/knitting/">See what people make of it</a>`,
    )
    const profile = profileFromPages([shop])
    expect(profile.name).toEqual({ text: 'Wick & Wool', origin: 'structuredData', page: '/' })
    expect(profile.summary).toMatchObject({ origin: 'structuredData' })
    expect(texts(profile.audience)).toEqual(['knitters'])
    expect(texts(profile.keywords)).toEqual(expect.arrayContaining(['sock yarn', 'knitting patterns']))
    expect(profile.communities[0]).toEqual({ text: 'knitting', origin: 'link', page: '/' })
  })

  test('an agency without a description is summarized by the top of its page', () => {
    const agency = page(
      'https://hollowaypartners.example/',
      '<title>Home - Holloway Partners</title>',
      `<h1>Payroll consulting for restaurants</h1>
       <p>Tips, overtime and three kinds of contracts: we set up payroll for restaurants and keep it right when the law changes.</p>
       <p>Tired of payroll mistakes? Talk to Maria.</p>`,
    )
    const profile = profileFromPages([agency])
    expect(profile.name).toMatchObject({ text: 'Holloway Partners', origin: 'title' })
    expect(profile.summary).toEqual({
      text: 'Payroll consulting for restaurants. Tips, overtime and three kinds of contracts: we set up payroll for restaurants and keep it right when the law changes.',
      origin: 'text',
      page: '/',
    })
    expect(texts(profile.audience)).toEqual(['restaurants'])
    expect(texts(profile.pains)).toEqual(['payroll mistakes'])
    expect(texts(profile.keywords)).toContain('payroll consulting')
    expect(new Set(profile.competitors.map(({ origin, page }) => `${origin} ${page}`))).toEqual(
      new Set(['category null']),
    )
  })

  test('an open source project is an alternative to the products it names', () => {
    const project = page(
      'https://tinlog.example/',
      '<title>Tinlog: self-hosted log viewer</title><meta property="og:description" content="An open source, self-hosted log viewer for small servers, written for sysadmins and homelab owners.">',
      '<h1>A self-hosted alternative to Loghaven and DataBarn</h1><p>One binary, no database. Tail, search and alert on logs of a few servers, instead of paying by the gigabyte.</p>',
    )
    const profile = profileFromPages([project])
    expect(profile.name?.text).toBe('Tinlog')
    expect(texts(profile.competitors)).toEqual(['Loghaven', 'DataBarn'])
    expect(texts(profile.audience)).toEqual(['sysadmins', 'homelab owners'])
    expect(texts(profile.keywords)).toContain('log viewer')
  })

  test('a page filled by JavaScript yields its head and noscript text, and is marked as having little', () => {
    const shell = page(
      'https://getmoonplan.example/',
      `<title>Moonplan</title><meta name="description" content="Shift planning for night shelters and their volunteers.">`,
      '<noscript>Moonplan is a shift planner. You need to enable JavaScript to run this app.</noscript><div id="root"></div><script>boot()</script>',
    )
    expect(profileFromPages([shell])).toMatchObject({
      name: { text: 'Moonplan', origin: 'title' },
      summary: { text: 'Shift planning for night shelters and their volunteers.', origin: 'description' },
      read: 'little',
    })
  })

  test('a page in another language yields phrases in that language', () => {
    const german: Page = {
      url: 'https://kistenlaune.example/',
      html: `<html lang="de-AT"><head><title>Kistenlaune – Gemüsekisten vom Hof</title>
        <meta name="description" content="Kistenlaune bringt jede Woche eine Gemüsekiste vom Hof zu Familien in der Stadt."></head>
        <body><h1>Die Gemüsekiste vom Hof</h1><p>Frisches Gemüse und regionale Lebensmittel, jede Woche vor der Tür.</p></body></html>`,
    }
    const profile = profileFromPages([german])
    expect(profile).toMatchObject({ name: { text: 'Kistenlaune' }, language: 'de-AT' })
    expect(profile.summary?.text).toMatch(/^Kistenlaune bringt/)
    expect(texts(profile.keywords).join(' ')).toMatch(/gemüsekiste/)
    expect(texts(profile.keywords).join(' ')).not.toMatch(/\b(?:die|vom|und|der)\b/)
  })

  test.each([
    ['an empty page', ''],
    ['a page without text', '<div><br></div>'],
    ['binary data', '\u0000\u0001PK\u0003'],
  ])('%s yields only a name from the address', (_, html) => {
    const profile = profileFromPages([{ url: 'https://emptyhall.example/', html }])
    expect(profile.name).toEqual({ text: 'Emptyhall', origin: 'address', page: null })
    expect([profile.summary, profile.keywords, profile.pains, profile.competitors]).toEqual([null, [], [], []])
    expect(profile.read).not.toBe('enough')
  })

  test('a single word is a keyword if it is the whole term in the title, and an audience is never one', () => {
    const head = '<title>Tidewell: a simple CRM for small studios</title>'
    const body =
      '<h1>Clients, quotes and reminders for small studios</h1><p>A CRM with quote reminders and a sales pipeline.</p>'
    const { keywords, competitors } = profileFromPages([page('https://tidewell.example/', head, body)])
    expect(texts(keywords)).toEqual(['crm', 'quote reminders', 'sales pipeline'])
    expect(competitors[0]).toEqual({ text: 'HubSpot', origin: 'category', page: null })
  })

  test('no pages yield an empty profile', () => {
    expect(profileFromPages([])).toMatchObject({ name: null, summary: null, read: 'nothing', pages: [] })
  })
})
