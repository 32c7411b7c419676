import type { Talk } from './language.ts'
import { randomFor } from './random.ts'
import type { Rule, Subreddit } from './types.ts'

const rulesIn: Record<Talk, { civil: Rule; promotion: Record<Subreddit['promotion'], Rule>; others: Rule[] }> = {
  en: {
    civil: { shortName: 'Be civil', description: 'Attack the idea, not the person.', kind: 'all' },
    promotion: {
      forbidden: {
        shortName: 'No self-promotion',
        description: 'No advertising, referral codes, surveys or links to your own product.',
        kind: 'all',
      },
      tolerated: {
        shortName: 'Promotion with restraint',
        description: 'Say that it is yours, once a month at most, and take part otherwise.',
        kind: 'all',
      },
      welcome: { shortName: 'Promotion welcome', description: 'Show what you make.', kind: 'all' },
    },
    others: [
      {
        shortName: 'Search first',
        description: 'Common questions belong in the weekly thread.',
        kind: 'link',
      },
      { shortName: 'Stay on topic', description: 'Posts must be about what this place is for.', kind: 'link' },
      { shortName: 'No low-effort posts', description: 'Give people something to answer.', kind: 'link' },
      { shortName: 'No personal information', description: 'Blur names, addresses and number plates.', kind: 'all' },
      { shortName: 'Use a flair', description: 'It helps others to find your post.', kind: 'link' },
      {
        shortName: 'No medical or legal certainty',
        description: 'People here are strangers: ask a professional.',
        kind: 'comment',
      },
    ],
  },
  de: {
    civil: { shortName: 'Freundlich bleiben', description: 'Keine Beleidigungen.', kind: 'all' },
    promotion: {
      forbidden: {
        shortName: 'Keine Werbung',
        description: 'Keine Werbung, keine Rabattcodes, keine Umfragen.',
        kind: 'all',
      },
      tolerated: {
        shortName: 'Werbung mit Maß',
        description: 'Höchstens einmal im Monat und als solche erkennbar.',
        kind: 'all',
      },
      welcome: { shortName: 'Werbung erlaubt', description: 'Zeigt, was ihr macht.', kind: 'all' },
    },
    others: [{ shortName: 'Erst suchen', description: 'Vieles wurde schon beantwortet.', kind: 'link' }],
  },
  es: {
    civil: { shortName: 'Respeto', description: 'Sin insultos.', kind: 'all' },
    promotion: {
      forbidden: { shortName: 'Sin publicidad', description: 'Ni publicidad, ni códigos, ni encuestas.', kind: 'all' },
      tolerated: {
        shortName: 'Publicidad con medida',
        description: 'Una vez al mes y diciendo que es tuyo.',
        kind: 'all',
      },
      welcome: { shortName: 'Publicidad permitida', description: 'Enseña lo que haces.', kind: 'all' },
    },
    others: [{ shortName: 'Busca antes', description: 'Quizá ya esté contestado.', kind: 'link' }],
  },
  fr: {
    civil: { shortName: 'Restez courtois', description: 'Pas d’insultes.', kind: 'all' },
    promotion: {
      forbidden: { shortName: 'Pas de publicité', description: 'Ni publicité, ni codes, ni sondages.', kind: 'all' },
      tolerated: { shortName: 'Publicité avec mesure', description: 'Une fois par mois, en le disant.', kind: 'all' },
      welcome: { shortName: 'Publicité permise', description: 'Montrez ce que vous faites.', kind: 'all' },
    },
    others: [{ shortName: 'Cherchez d’abord', description: 'La réponse existe peut-être.', kind: 'link' }],
  },
}

/** Returns the rules of a subreddit; the second is about promotion. */
export function rulesOf(name: string, talk: Talk, promotion: Subreddit['promotion']): Rule[] {
  const { civil, promotion: ofPromotion, others } = rulesIn[talk]
  const random = randomFor(`rules of ${name}`)
  return [civil, ofPromotion[promotion], ...others.filter((_, at) => at === 0 || random.chance(0.5))]
}
