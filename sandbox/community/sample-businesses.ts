/** The three sample businesses of set-up: how they are offered there, and where their kind of product is talked about. */
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

/** How many posts a day ask for, compare or want to leave a kind of product. */
export function leadsPerDay(kind: string): number {
  return sampleBusinesses.some((business) => business.kind === kind) ? 6 : 0.5
}
