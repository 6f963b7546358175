import { scaled } from '../fixtures/test-scale.ts';
import { describePlaces } from './describe-places.ts';

describePlaces({ samples: Math.max(10, scaled(200)) });
