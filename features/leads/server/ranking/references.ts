/**
 * Products, each with a request for one like it: pairs that show which closeness a model gives to texts that belong
 * together. They cover eight topics. Each request shares some words with its product, as compared leads do, since leads
 * are found by such words.
 */
export const references: readonly { product: string; request: string }[] = [
  {
    product: 'Accounting software for freelancers: invoices, expenses and taxes in one place.',
    request:
      'My invoices and expenses live in a spreadsheet and taxes are due. What do freelancers use who are no accountants?',
  },
  {
    product: 'A project management tool for small construction firms, with schedules and site reports.',
    request: 'Our builders never know on which site to be. How do small construction firms plan their schedules?',
  },
  {
    product: 'An online course that teaches adults to play the piano.',
    request: 'At forty I would like to learn the piano. Are online courses for adults worth the money?',
  },
  {
    product: 'Meal kits for families: fresh ingredients and recipes delivered every week.',
    request: 'Cooking for a family of four wears us out. Does anybody get recipes with the ingredients delivered?',
  },
  {
    product: 'A monitoring service that tells you when your website is down.',
    request: 'Our website was down all night and a customer had to tell me. What do you use for monitoring?',
  },
  {
    product: 'Physiotherapy exercises by app for people with back pain.',
    request: 'My back hurts after hours at the desk. Which exercises, or which app, helped you with the pain at home?',
  },
  {
    product: 'A booking system for hair salons with reminders for customers.',
    request: 'Half of my customers forget their haircut. Which booking system for a salon sends reminders?',
  },
  {
    product: 'Insurance for cats and dogs that pays the veterinarian directly.',
    request: 'The veterinarian took a fortune for our dogs. Which insurance pays such bills?',
  },
]
