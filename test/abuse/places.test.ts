import { describePlaces } from './describe-places.ts';

describePlaces({ samples: 3, isDeep: false });
