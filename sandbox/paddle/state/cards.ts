/** How a card behaves: for the first payment, and for payments without the customer. */
interface CardBehaviour {
  number: string
  words: string
  /** Whether the bank asks the customer to confirm. */
  confirms: boolean
  pays: boolean
  renews: boolean
}

/** The test cards of the checkout page. */
export const cards = {
  good: { number: '4242 4242 4242 4242', words: 'Succeeds', confirms: false, pays: true, renews: true },
  declined: { number: '4000 0000 0000 0002', words: 'Is declined', confirms: false, pays: false, renews: false },
  confirm: { number: '4000 0038 0000 0446', words: 'Needs confirmation', confirms: true, pays: true, renews: true },
  failsLater: {
    number: '4000 0027 6000 3184',
    words: 'Succeeds now, fails at the next payment',
    confirms: false,
    pays: true,
    renews: false,
  },
} as const satisfies Record<string, CardBehaviour>

export const cardKeys = Object.keys(cards) as [CardKey, ...CardKey[]]
export type CardKey = keyof typeof cards

export function lastFour(card: CardKey): string {
  return cards[card].number.slice(-4)
}
