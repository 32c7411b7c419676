import { describe, expect, test } from 'vitest'
import { computedMs } from '#tests/support/computing-cost.ts'
import { promotionStance, type Stance } from './promotion-stance.ts'

const stanceOf = (name: string, description = ''): Stance => promotionStance([{ name, description }]).stance

const table: Record<Stance, [name: string, description?: string][]> = {
  forbids: [
    ['No self-promotion'],
    ['No Self Promotion or Spam'],
    ['No advertising', 'This is not your billboard.'],
    ['No ads'],
    ['Advertising', 'Do not advertise your product, service or website here.'],
    ['Spam', 'Posts that promote a product will be removed.'],
    ['Be helpful', 'We are here to help each other. Soliciting is strictly prohibited.'],
    ['No soliciting', 'No DMs, no pitches, no “reach out to me”.'],
    ['Don’t shill', 'We can tell.'],
    ['No promotion of any kind', 'Not in comments, not in the weekly thread.'],
    ['No self-promotion, even in the weekly thread'],
    ['Self-promotion', 'Don’t.'],
    ['Self-promotion is not allowed', 'If you advertise here, you will be banned.'],
    ['Advertising = ban'],
    ['Promotional content is unwelcome'],
    ['No blatant advertising'],
    ['No blogspam', 'Never link to your own blog.'],
    ['Keep it personal', 'Vendors are not permitted to take part. No exceptions.'],
    ['No self promotion', 'If you have questions about this rule, message the mods.'],
    ['No advertising', 'Please report it to the mods when you see it.'],
    ['No advertising', 'Job ads go in the monthly thread.'],
    ['Rule 4', '* Zero tolerance for self-promotion\n* Be kind'],
    ['No selling', 'There are other places for that.'],
    ['No vendors'],
    ['You must not advertise here'],
    ['Rule 2', 'You mustn’t promote your own products.'],
    ['Advertising must stop'],
    ['We do not approve of advertising'],
    ['Advertising', 'There is no exception to this: do not.'],
    ['No advertising. Repeated offenders are banned.'],
    ['No advertising', 'Repeated offenders are banned for a week.'],
    ['No self-promotion', 'Frequent self-promotion gets you banned.'],
    ['No advertising. Posts must be about cooking.'],
    ['No advertising', 'Posts must be about cooking, and need a flair.'],
    ['Advertising', 'No advertising. Posts must be about cooking.'],
    ['No advertising', 'Threads that advertise are limited to none.'],
    ['No ads', 'Contributors have to be established.'],
    ['Advertising', 'Posts must be about cooking. No advertising.'],
    ['Advertising', 'Contributors have to be established. Do not advertise here.'],
    ['Self-promotion', 'We have limits on self-promotion. Self-promotion is banned.'],
    ['Limited advertising', 'Do not advertise your shop.'],
    ['Werbung', 'Beiträge nur auf Deutsch. Werbung ist verboten.'],
    ['Keine Werbung', 'Beiträge nur auf Deutsch.'],
    ['Pas de publicité', 'Les annonces abusives aussi.'],
    ['Keine Werbung', 'Keine Werbung, keine Rabattcodes, keine Umfragen.'],
    ['Eigenwerbung ist untersagt'],
    ['Werbung', 'Werbliche Beiträge werden gelöscht.'],
    ['Sin publicidad', 'Ni publicidad, ni códigos, ni encuestas.'],
    ['Prohibida la autopromoción'],
    ['Pas de publicité', 'Ni publicité, ni codes, ni sondages.'],
    ['Autopromotion interdite'],
    ['Promotion interdite'],
    ['Proibido fazer propaganda'],
    ['Niente pubblicità'],
    ['Vietata l’autopromozione'],
    ['Geen reclame'],
    ['Zakaz reklamy'],
  ],
  tolerates: [
    ['No self-promotion outside the weekly thread'],
    ['No self-promotion', 'Except on Saturdays.'],
    ['Self-Promotion Saturday', 'Show your work then, and then alone.'],
    ['Self-promotion only on Fridays'],
    ['Promote in the monthly megathread'],
    ['Follow the 9:1 rule', 'Nine contributions for each self-promotional link.'],
    ['Self-promotion', 'At most 10% of what you post may be your own content.'],
    ['Limit self-promotion', 'Reddit’s guidelines on self-promotion hold here.'],
    ['Limited advertising'],
    ['No excessive self-promotion'],
    ['No unsolicited advertising'],
    ['No advertising without permission', 'Message the mods first.'],
    ['No advertising', 'Message the moderators before you post.'],
    ['Ads need mod approval'],
    ['Ask before promoting', 'Send us a modmail first.'],
    ['Promotional posts must use the Promo flair'],
    ['Advertising', 'Vendors must be verified and flaired.'],
    ['Disclose your affiliation when you promote something'],
    ['No undisclosed promotion'],
    ['Promotion with restraint', 'Say that it is yours, once a month at most, and take part otherwise.'],
    ['Self-promotion', 'Allowed once per month.'],
    ['Self-promotion', 'You may share it, but not more than two times a week.'],
    ['Self promo', 'Accounts younger than 30 days old or below 100 karma can’t promote.'],
    ['Self-promotion is allowed for active members'],
    ['Self-promotion is fine if it helps somebody'],
    ['Don’t be just here to promote', 'Participate first.'],
    ['Sharing your own work', 'Share your project in the pinned post only.'],
    ['Share your startup', 'There is a quarterly post: outside of it, links to your site are removed.'],
    ['No low-effort self-promotion'],
    ['Promotion', 'Ten percent is the ratio that we like.'],
    ['No advertising. Except on Saturdays.'],
    ['No advertising', 'Unless you have our permission.'],
    ['No self-promotion', 'You may share what you made in the weekly thread.'],
    ['No self-promotion', 'It is for Saturdays.'],
    ['No self-promotion', 'Promotion goes only in the megathread.'],
    ['Advertising', 'No advertising. It is allowed once a month.'],
    ['Vendors must not post more than once a week'],
    ['Keine Werbung', 'Ausgenommen ist der Sammelthread.'],
    ['Werbung mit Maß', 'Höchstens einmal im Monat und als solche erkennbar.'],
    ['Keine Werbung ohne Absprache'],
    ['Werbung nur im Sammelthread'],
    ['Publicidad con medida', 'Una vez al mes y diciendo que es tuyo.'],
    ['Autopromoción solo los domingos'],
    ['Publicité avec mesure', 'Une fois par mois, en le disant.'],
    ['Pas de pub sans autorisation'],
    ['Divulgação apenas aos sábados'],
    ['Pubblicità solo con permesso dei moderatori'],
    ['Reclame alleen na overleg'],
    ['Reklama tylko za zgodą moderatorów'],
  ],
  welcomes: [
    ['Promotion welcome', 'Show what you make.'],
    ['Self-promotion is encouraged'],
    ['Feel free to promote your work'],
    ['Self-promotion', 'It’s okay here.'],
    ['Share your startup', 'Tell us what it does.'],
    ['Advertising is allowed'],
    ['Werbung erlaubt', 'Zeigt, was ihr macht.'],
    ['Publicidad permitida', 'Enseña lo que haces.'],
    ['Publicité permise', 'Montrez ce que vous faites.'],
    ['Divulgação liberada'],
    ['Pubblicità benvenuta'],
    ['Zelfpromotie is welkom'],
    ['Reklamy mile widziane'],
  ],
  unknown: [
    ['Be civil', 'Attack the idea, not the person.'],
    ['No spam', 'Do not spam. Spam bad'],
    ['Stay on topic', 'Posts must be about what this place is for.'],
    ['Use a flair', 'It helps others to find your post.'],
    ['No surveys', 'Ask the mods first.'],
    ['No affiliate or referral links'],
    ['No medical advice', 'People here are strangers: ask a professional.'],
    ['Job ads', 'Job ads go in the weekly thread.'],
    ['No doxxing', 'Posting somebody’s address gets you banned.'],
    ['Marketing questions are welcome'],
    ['Advertising', ''],
    ['', ''],
    ['宣伝禁止'],
  ],
}

describe.each(Object.entries(table))('%s promotion', (stance, rows) => {
  test.each(rows)('%s · %s', (name, description) => {
    expect(stanceOf(name, description)).toBe(stance)
  })
})

test('the deciding sentence is quoted without its Markdown', () => {
  const rules = [
    { name: 'Be civil', description: 'No insults.' },
    {
      name: '**Self-promotion**',
      description: 'Questions first. *You may* promote [your app](https://pipewell.example) once a month. Have fun!',
    },
  ]
  expect(promotionStance(rules)).toEqual({
    stance: 'tolerates',
    because: { rule: 'Self-promotion', words: 'You may promote your app once a month.' },
  })
})

test('a sentence is quoted instead of the rule name that it explains, and otherwise the name itself', () => {
  const explained = { name: 'No self-promotion', description: 'Do not advertise. Really.' }
  expect(promotionStance([explained]).because).toEqual({ rule: 'No self-promotion', words: 'Do not advertise.' })
  expect(promotionStance([{ name: 'No ads', description: 'It is that simple.' }]).because?.words).toBe('No ads')
})

describe('with several rules', () => {
  const ban = { name: 'No advertising', description: '' }
  const terms = { name: 'Thread', description: 'Promote in the weekly thread.' }
  const limits = { name: 'Promotional posts must use the Promo flair', description: '' }
  const welcome = { name: 'Self-promotion is welcome', description: '' }
  test.each([
    [[ban, terms], 'tolerates', 'Promote in the weekly thread.'],
    [[limits, ban], 'forbids', 'No advertising'],
    [[ban, limits], 'forbids', 'No advertising'],
    [[welcome, limits], 'tolerates', 'Promotional posts must use the Promo flair'],
    [[welcome, terms], 'tolerates', 'Promote in the weekly thread.'],
    [[welcome, ban], 'tolerates', 'No advertising'],
    [[{ name: 'Be civil', description: '' }, ban], 'forbids', 'No advertising'],
  ] as const)('%j', (rules, stance, words) => {
    expect(promotionStance(rules)).toMatchObject({ stance, because: { words } })
  })
})

test('a rule made only of word beginnings takes no longer than any other', () => {
  const began = computedMs()
  promotionStance([{ name: 'no '.repeat(30_000), description: 'self promo '.repeat(30_000) }])
  expect(computedMs() - began).toBeLessThan(2_000)
})
