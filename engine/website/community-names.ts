/** Well-known communities where people ask for products and services; only these are proposed. */
export const communityNames: readonly string[] = [
  'smallbusiness Entrepreneur startups SaaS sidehustle freelance freelanceWriters ecommerce shopify EtsySellers dropship',
  'AmazonSeller FulfillmentByAmazon sales marketing digital_marketing socialmedia SEO PPC content_marketing emailmarketing copywriting',
  'agency consulting projectmanagement productivity sysadmin msp webdev web_design userexperience graphic_design programming learnprogramming',
  'devops selfhosted homelab datascience analytics dataengineering androidapps iphone macapps software opensource privacy cybersecurity',
  'accounting Bookkeeping tax taxpros quickbooks personalfinance povertyfinance financialindependence investing CreditCards legaladvice LawFirm',
  'RealEstate realtors Landlord PropertyManagement airbnb_hosts HomeImprovement DIY Construction electricians Plumbing HVAC lawncare landscaping',
  'restaurateur KitchenConfidential Chefit Baking Breadit Coffee espresso tea Cooking MealPrepSunday EatCheapAndHealthy nutrition loseit keto',
  'Fitness bodybuilding running cycling yoga personaltraining physicaltherapy medicine nursing therapists Dentistry Veterinary AskVet dogs cats',
  'Teachers education homeschool college GradSchool languagelearning Parenting NewParents daycare weddingplanning EventPlanning photography',
  'WeddingPhotography videography editors podcasting NewTubers youtubers Twitch streaming WeAreTheMusicMakers musicians writing selfpublish',
  'nonprofit fundraising humanresources recruiting jobs resumes careerguidance remotework digitalnomad travel solotravel gardening houseplants',
  'woodworking sewing crochet 3Dprinting boardgames rpg gamedev Unity3D embedded arduino smarthome cars MechanicAdvice Trucking',
  'logistics supplychain manufacturing CustomerService CRM Notion ObsidianMD ADHD adhdwomen sleep skincare beauty malefashionadvice bicycles',
]
  .join(' ')
  .split(' ')
