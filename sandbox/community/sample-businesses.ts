/**
 * The three sample businesses of set-up: their descriptions there, and the subreddits that discuss their kind of
 * product.
 */
export const sampleBusinesses = [
  {
    host: 'paperfinch.example',
    name: 'Paperfinch',
    about: 'Expense tracking for freelancers',
    kind: 'expenses',
    competitors: ['Ledgerstone', 'Sumbird'],
    subreddits: ['freelance', 'SoleTraders', 'smallbusiness', 'Bookkeeping', 'tax', 'Selbststaendig', 'autonomos'],
  },
  {
    host: 'moorandkettle.example',
    name: 'Moor & Kettle',
    about: 'Fresh coffee by subscription',
    kind: 'coffee',
    competitors: [],
    subreddits: ['espresso', 'Coffee', 'cafesfr'],
  },
  {
    host: 'fenlight.example',
    name: 'Fenlight Studio',
    about: 'Websites and local SEO for dentists',
    kind: 'dentalweb',
    competitors: ['Brightmolar'],
    subreddits: ['Dentistry', 'PracticeOwners', 'SEO', 'smallbusiness'],
  },
] as const

/** Returns how many posts per day ask for a kind of product, compare it or want to leave one. */
export function leadsPerDay(kind: string): number {
  return sampleBusinesses.some((business) => business.kind === kind) ? 6 : 0.5
}
