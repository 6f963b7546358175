import { RANK_LENGTH } from './kv.ts';

// Scripts run whole: nobody sees a state in between. KEYS and ARGV are named in the first line of each.

/** key; value, milliseconds. Ranks are digits of one length, so that texts compare as their numbers. */
export const SET_NEWER = `
  local present = redis.call('GETRANGE', KEYS[1], 0, ${RANK_LENGTH - 1})
  if present <= string.sub(ARGV[1], 1, ${RANK_LENGTH}) then
    redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
  end
  return 1`;

/** lease; token, milliseconds. */
export const RENEW_LEASE = `
  if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
  return 1`;

/** lease; token, channel, message. */
export const END_LEASE = `
  if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
  redis.call('PUBLISH', ARGV[2], ARGV[3])
  return 1`;

/** counters; units, milliseconds of the window and quota of each. Answers isTaken, then used and left of each. */
export const COUNT = `
  local isTaken = 1
  for i, key in ipairs(KEYS) do
    local quota = tonumber(ARGV[3 * i])
    if quota > 0 and tonumber(redis.call('GET', key) or '0') >= quota then isTaken = 0 end
  end
  local told = {isTaken}
  for i, key in ipairs(KEYS) do
    if isTaken == 1 then
      redis.call('INCRBY', key, ARGV[3 * i - 2])
      if redis.call('PTTL', key) < 0 then redis.call('PEXPIRE', key, ARGV[3 * i - 1]) end
    end
    told[2 * i] = tonumber(redis.call('GET', key) or '0')
    told[2 * i + 1] = math.max(0, redis.call('PTTL', key))
  end
  return told`;
