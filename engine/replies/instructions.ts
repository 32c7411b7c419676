/**
 * Texts that give a writing program instructions instead of talking to people. Posts hold such texts by accident or as
 * an attack; drafts never do.
 */
const instructions = [
  /\b(?:ignore|disregard|forget|override|bypass|skip)\b[^.!?\n]{0,40}\b(?:previous|prior|earlier|above|all|any|your|these|those|the)\b[^.!?\n]{0,30}\b(?:instructions?|prompts?|rules?|guidelines?|directions?|facts|context|polic(?:y|ies)|constraints?|text)\b/i,
  /\b(?:system|developer|hidden|initial|original|secret) (?:prompt|message|instructions?)\b/i,
  /\b(?:you are|you're|act as|pretend to be|behave as|roleplay as|simulate) (?:now |an? |the )?(?:unrestricted |different |evil |new |helpful )?(?:ai|assistant|chatbot|language model|llm|gpt|dan|bot|jailbroken|administrator|root)\b/i,
  /\b(?:as|to) an? (?:ai|large language model|language model|llm)\b/i,
  /\b(?:dear|hey|hi|hello|note to|attention|message to|instructions? (?:for|to)|if you are|for) (?:an? |the |any |all )?(?:ai|ais|llms?|assistants?|chatbots?|language models?|bots?|gpt|chatgpt|claude|gemini|copilot|automated (?:tools?|systems?)|scrapers?)\b/i,
  /\b(?:print|reveal|output|repeat|show|leak|reply with|respond with|answer with|return|write out|translate)\b[^.!?\n]{0,40}\b(?:prompt|instructions?|system message|api keys?|secrets?|passwords?|the text above|everything above|words above|configuration)\b/i,
  /\b(?:in your|when you|your) (?:reply|response|answer|output|draft|comment)\b[^.!?\n]{0,40}\b(?:must|always|include|say|mention|recommend|write|add|contain|start|end|use|link)\b/i,
  /\b(?:include|insert|add|mention|recommend|promote|link to|append)\b[^!?\n]{0,90}\b(?:in|to|at the end of|into) (?:your|the|every|each) (?:reply|response|answer|output|draft|comment)\b/i,
  /\b(?:reply|respond|answer) (?:only|exactly|solely|just) (?:with|in|as|by)\b|\bdo not (?:disclose|mention) (?:this|that you|these|your)\b/i,
  /<\|[a-z_]+\|>|\[\/?INST\]|<<\/?SYS>>|<\/?(?:system|assistant|user|instructions?|prompt|data|post|thread|tool_call|function)\b[^>]*>|^\s*(?:#+\s*)?(?:system|assistant|developer|user|human|instructions?)\s*:/im,
  /\b(?:new|updated|additional|real|actual|true|following|important) (?:instructions?|task|directive|objective)s?\s*(?::|are|is\b)/i,
  /\bjailbreak|\bDAN mode\b|\bdeveloper mode\b|\bprompt injection\b|\bend of (?:post|data|thread|input|prompt|instructions?)\b|\bbegin(?:ning)? of (?:system|instructions?)\b/i,
  /\b(?:score|rate|rank|classify|mark|label) (?:this|the) (?:post|lead|item|comment)[^.!?\n]{0,20}\b(?:as|at|with|100|10)\b/i,
  /\{\s*"(?:role|system|content|instructions?|tool|function|name)"\s*:/i,
] as const

/** Returns whether a sentence reads like instructions to a program. */
export function isInstruction(text: string): boolean {
  return instructions.some((pattern) => pattern.test(text))
}

/** Returns the words of a text that read like instructions; null if there are none. */
export function instructionIn(text: string): string | null {
  for (const pattern of instructions) {
    const found = pattern.exec(text)
    if (found) return found[0]
  }
  return null
}
