/** What may come before words that ask somebody to do something. */
const asking =
  /^(?:(?:and|but|so|ok|okay|hey|hi|hello|no|dude|bro|mate|please|pls|plz|just|kindly|seriously|then|now|thanks|thank you|sorry|(?:can|could|will|would) you|i (?:want|need|told|asked) you to|i'd like you to|i said|you (?:should|need to|have to|must)) )*/
    .source

const writing =
  "(?:messag|contact|dm|pm|spamm|writ|text|email|e-mail|bother|harass|pester|bugg|reach)(?:ing|'ing)(?: out)?"
const write = '(?:message|contact|dm|pm|spam|write|text|email|e-mail|bother|reach out)'
const end =
  '(?: (?:at all|anymore|any more|again|ever again|please|pls|thanks|thank you|thx|ty|sorry|now|already|mate|bro|dude|tbh))*$'
/** Only some ways or times of writing are unwelcome. */
const butOtherwise = '(?! (?:by|via|on|through|before|until|till|unless|while|during|if|when|about|with|as|for|in)\\b)'

/** Requests to stop, each for a whole clause in lower case without its punctuation. */
const requests = [
  `${asking}stop(?: it| this| that| now| already| please)*$`,
  `${asking}stop ${writing}(?: to)?(?: me| us)${butOtherwise}`,
  `${asking}stop ${writing}${end}`,
  `${asking}stop (?:sending|with)(?: me| us)?(?: (?:these|this|your|the|more|any|all))? ?(?:messages?|dms?|pms?|spam|texts?|emails?|crap|shit)\\b`,
  `${asking}(?:do not|don't|dont|never)(?: ever| keep)? (?:${write}|${writing})(?: to)? (?:me|us)${butOtherwise}`,
  `${asking}leave (?:me|us) (?:the \\w+ )?(?:alone|be|in peace)${end}`,
  `${asking}unsubscribe(?: me| us)?(?: from (?:this|these|your|all|the)\\b.*)?${end}`,
  `${asking}(?:remove|delete|take) (?:me|us|my name|my username) (?:from|off)(?: of)? (?:your|this|the|any|all)(?: \\w+)? ?lists?\\b`,
  `${asking}(?:go away|fuck off|f off|piss off|bugger off|get lost|get out of my (?:dms?|inbox))${end}`,
  `${asking}no more (?:messages|dms|pms|texts|emails|spam)${end}`,
  `(?:${asking}|(?:sorry |thanks |thank you |honestly )*(?:i'm|im|i am|we're|we are) (?:really |honestly |definitely |absolutely |still |just |sorry )*)(?:really |definitely |absolutely |just |still )*(?:not|no longer)(?: at all| really)? interested(?: in (?:this|that|it|any of (?:this|it|that)|your (?:\\w+ ?){1,3}|what you(?:'re| are) selling|buying(?: \\w+)?|talking|chatting))?${end}`,
  `(?:please |pls )*(?:i|we) (?:do not|don't|dont|never) (?:want|wish) (?:to (?:be (?:contacted|messaged|spammed)|hear (?:from|any more))|your (?:messages|dms|spam)|any more (?:messages|dms)|you to (?:${write}))\\b`,
  `(?:i've |i have |i )?(?:already )?(?:reported|blocked|reporting|blocking)(?: and (?:reported|blocked|reporting|blocking))?(?: you| this)?(?: (?:as|for) spam\\w*)?$`,
  // German, French, and Spanish.
  '(?:bitte |aber |nein |danke )*(?:lass(?:t|en sie)? mich in ruhe|h(?:ö|oe)r(?:t|en sie)? auf(?: mir zu schreiben| mich anzuschreiben)?|schreib(?:t|e|en sie)? mir (?:bitte )?nicht(?: mehr| wieder)?|kontaktier(?:t|e|en sie)? mich (?:bitte )?nicht(?: mehr| wieder)?|(?:ich habe |hab )?kein interesse(?: danke)?)$',
  "(?:s'il (?:te|vous) pla(?:î|i)t |merci de |merci |stop |non )*(?:laisse(?:z)?[- ]moi tranquille|arr(?:ê|e)te(?:z|r)? de (?:m'|me )(?:écrire|ecrire|contacter|envoyer.*)|ne (?:m'écri(?:s|vez|re)|me contacte(?:z|r)?|me contacter) plus|ne plus me contacter|(?:je ne suis |je suis |suis )?pas intéressée?s?)$",
  '(?:por favor |no |gracias )*(?:d(?:é|e)ja(?:me|d?me)? (?:en paz|de (?:escribirme|molestarme|contactarme|enviarme .*))|no me (?:escribas|contactes|molestes)(?: m(?:á|a)s)?|no (?:me interesa|estoy interesad[oa])(?: gracias)?)$',
].map((source) => new RegExp(`^(?:${source})`, 'u'))

/** Longer texts tell something rather than ask to stop. */
const clauseMost = 160

/**
 * Returns whether a person asks not to be written to. A rule of plain words: it misses some wordings, and prefers that
 * to stopping for somebody who only mentions such words.
 */
export function asksToStop(text: string): boolean {
  return sentencesIn(text).some((sentence) =>
    [sentence, ...sentence.split(/[,;:()–—]| - /u)].some((clause) => {
      const words = plain(clause)
      return words.length > 0 && words.length <= clauseMost && requests.some((request) => request.test(words))
    }),
  )
}

/** Returns the sentences without those that quote somebody else. */
function sentencesIn(text: string): string[] {
  const own = text.split('\n').filter((line) => !/^\s*(?:>|&gt;)/.test(line))
  return own.flatMap((line) => line.match(/[^.!?…]+[.!?…]*/gu) ?? [])
}

function plain(clause: string): string {
  return clause
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’‘´`]/gu, "'")
    .replace(/[^\p{L}\p{N}'\- ]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
}
