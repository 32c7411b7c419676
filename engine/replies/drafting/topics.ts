/** What people ask about any product, and how a fact shows that it answers. */
export interface Topic {
  key: string
  /** As in "They ask about pricing." */
  about: string
  /** The missing fact, as a sentence. */
  missing: string
  asked: RegExp
  answered: RegExp
}

const money = String.raw`[$€£₹¥]\s?\d|\d\s?(?:usd|eur|dollars|euros|per (?:user|month|year|seat))`

/** In the order of importance: a question about several shows the first. */
export const topics: readonly Topic[] = [
  {
    key: 'price',
    about: 'pricing',
    missing: 'No fact says what it costs.',
    asked:
      /\bhow much (?:does|do|is|are|would|will|should|did|for|to|per)\b|\bhow expensive\b|\bwhat(?:'s| is| are| does| do| would)\b[^.?!]{0,50}\b(?:pric(?:e|es|ing)|costs?|(?<!late )fees)\b|\bpricing (?:for|of|on|look)|\bwhat[^.?!]{0,20}\bprice range\b|\bwhat (?:do|did) (?:you|you guys|people) pay\b/i,
    answered: new RegExp(String.raw`\bfree\b|\bcosts?\b|\bcharges?\b|\bpric(?:e|ing)\b|\bfee\b|${money}`, 'i'),
  },
  {
    key: 'free',
    about: 'a free plan',
    missing: 'No fact says whether anything is free.',
    asked:
      /\bis (?:it|there|this)[^.?!]{0,40}\bfree\b|\bfree (?:version|plan|tier|trial|option|alternative|tool|app|software|ones?)\b|\bfor free\b/i,
    answered: /\bfree\b|\btrial\b/i,
  },
  {
    key: 'integration',
    about: 'integrations',
    missing: 'No fact says what it works with.',
    asked:
      /\bintegrat(?:e|es|ion|ions|ing)\b|\bsync(?:s|ing)? (?:with|to|between|across)\b|\bworks? (?:with|together)\b|\bcompatible\b|\bconnects? (?:to|with)\b/i,
    answered:
      /\bintegrat|\bsyncs?\b|\bworks? with\b|\bconnects?\b|\bcompatible\b|\bruns (?:with|in|on)\b|\bbacks up\b/i,
  },
  {
    key: 'import',
    about: 'moving data over',
    missing: 'No fact says how data is moved to it.',
    asked:
      /\b(?:migrat(?:e|ing|ion)|import(?:ing)?)\b|\bmov(?:e|ing) (?:my|our|all|the|everything|data|over|from)\b|\btransfer(?:ring)? (?:my|our|all|the)\b/i,
    answered: /\bimports?\b|\bmigrat|\bmoves?\b|\btransfer/i,
  },
  {
    key: 'export',
    about: 'data export',
    missing: 'No fact says how data is exported.',
    asked: /\bexport(?:s|ing)?\b|\bget (?:my|our) data out\b|\block(?:ed)?[- ]in\b/i,
    answered: /\bexports?\b|\bCSV\b|\block-in\b|\byou own\b/i,
  },
  {
    key: 'hosting',
    about: 'self-hosting',
    missing: 'No fact says whether it can be self-hosted.',
    asked: /\bself[- ]?host(?:ed|ing)?\b|\bon[- ]prem(?:ise|ises)?\b|\bopen[- ]source\b/i,
    answered: /\bself-?host|\bon-prem|\bopen[- ]source|\bDocker\b/i,
  },
  {
    key: 'privacy',
    about: 'privacy and security',
    missing: 'No fact says how data is protected.',
    asked:
      /\bgdpr\b|\bhipaa\b|\bsoc ?2\b|\bencrypt(?:ed|ion)\b|\bprivacy\b|\bis it (?:safe|secure)\b|\bhow (?:safe|secure)\b|\bwhere[^.?!]{0,30}\bdata (?:is|are|stored|live)/i,
    answered:
      /\bgdpr\b|\bhipaa\b|\bsoc ?2\b|\bencrypt|\bprivacy\b|\bcookies?\b|\bpersonal data\b|\bsecur|\bdata (?:stays|is stored)|\bservers are\b/i,
  },
  {
    key: 'platform',
    about: 'supported devices',
    missing: 'No fact says what it runs on.',
    asked: /\b(?:ios|iphone|ipad|android|mobile app|phone app|windows|mac|macos|linux|apple watch|chromebook)\b/i,
    answered: /\b(?:ios|iphone|ipad|android|windows|mac|macos|linux|apple watch|browser|web)\b/i,
  },
  {
    key: 'offline',
    about: 'offline use',
    missing: 'No fact says whether it works offline.',
    asked: /\boffline\b|\bwithout (?:internet|wifi|a connection)\b/i,
    answered: /\boffline\b/i,
  },
  {
    key: 'support',
    about: 'support',
    missing: 'No fact says how support works.',
    asked:
      /\b(?:customer|good|decent|responsive|phone|live|24\/7|human|tech(?:nical)?) support\b|\bcustomer service\b|\bsupport team\b/i,
    answered: /\bsupport (?:answers|by|is|in)\b|\bsupport\b.*\b(?:chat|phone|mail|email)\b|\banswered by\b/i,
  },
  {
    key: 'cancel',
    about: 'cancellation',
    missing: 'No fact says how to cancel.',
    asked:
      /\b(?:can|could|how)[^.?!]{0,30}\bcancel\b|\brefund polic|\bmoney[- ]back\b|\bcontract length\b|\bmonth[- ]to[- ]month\b|\blong[- ]term contract/i,
    answered: /\bcancel|\brefund|\bno contracts?\b|\bpaused?\b/i,
  },
  {
    key: 'setup',
    about: 'timing',
    missing: 'No fact says how long it takes.',
    asked:
      /\bhow long (?:does|do|did|will|would|is|to)\b|\bhow (?:quick|quickly|fast|soon)\b|\bturnaround\b|\bset ?up time\b/i,
    answered: /\b(?:minutes?|hours?|days?|weeks?)\b/i,
  },
  {
    key: 'region',
    about: 'availability',
    missing: 'No fact says where it is available.',
    asked: /\b(?:available|works?|work) in (?:the )?[A-Z]|\b(?:outside|non)[- ](?:of )?(?:the )?(?:us|usa|uk|eu)\b/,
    answered: /\bcountries\b|\bworldwide\b|\b(?:US|UK|EU|Canada|Europe|India|Germany)\b/,
  },
]
