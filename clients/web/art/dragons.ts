// The eight dragons as data: colours, and how each differs from the shared head.
import type { Ramp } from '../src/dice/solid.ts';
import type { Point } from './ink.ts';
import type { Motif } from './motifs.ts';

export interface Portrait {
  name: string;
  ramp: Ramp;
  belly: Ramp;
  crest: Ramp;
  web: Ramp;
  bone: Ramp;
  back: Ramp;
  rim: string;
  glow: [string, string];
  eye: [string, string];
  tongue?: string;
  motif: Motif;
  motifColours: string[];
  snout?: number;
  droop?: number;
  bulk?: number;
  shift?: number;
  // Length and lean of the spines along the neck.
  spine: [number, number];
  browSpike?: Point;
  chin: Point[];
  frill: Point[];
  cheek?: Point[];
  horns: { width: number; segments?: number; path: Point[] }[];
}

const BONE: Ramp = ['#4a3a2c', '#857058', '#bda583', '#e0cfae', '#faf1dc'];
export const DRAGONS: Record<string, Portrait> = {
  ember: {
    name: 'Ember',
    ramp: ['#4a0f0b', '#8f2114', '#c73f1c', '#ee7434', '#ffc07a'],
    belly: ['#6b3310', '#a85e20', '#d99443', '#f3c272', '#fde9b8'],
    crest: ['#2b0d10', '#4d1518', '#7c2420', '#a83b28', '#d8683a'],
    web: ['#3a0c0e', '#6a1715', '#9b2c1c', '#cc5427', '#f08c45'],
    bone: BONE,
    back: ['#120b12', '#1d1119', '#2b1720', '#3d1f26', '#54292b'],
    rim: '#e2a144',
    glow: ['#fff0b0', '#f08a24'],
    eye: ['#fff3a6', '#f0a51c'],
    motif: 'fire',
    motifColours: ['#6e1f16', '#a83a1a', '#ffb45a'],
    spine: [34, -8],
    browSpike: [-34, -26],
    shift: -10,
    chin: [
      [300, 26],
      [346, 20],
    ],
    frill: [
      [112, 214],
      [96, 262],
      [112, 312],
      [150, 346],
    ],
    cheek: [[222, 286, 150, 300]],
    horns: [
      {
        width: 19,
        path: [
          [252, 152],
          [206, 112],
          [150, 88],
          [92, 92],
          [52, 58],
        ],
      },
      {
        width: 12,
        path: [
          [222, 172],
          [176, 158],
          [132, 160],
          [98, 178],
        ],
      },
    ],
  },
  talon: {
    name: 'Talon',
    ramp: ['#2f1d08', '#6a4310', '#a8741f', '#d9a845', '#f8e09a'],
    belly: ['#4a2a1a', '#7d4c2e', '#b27a4c', '#dcae7c', '#f5dcb6'],
    crest: ['#1c1a1c', '#2f2c30', '#4b474c', '#6f6a70', '#a09a9e'],
    web: ['#2b1d14', '#4e3420', '#7a5430', '#a87b48', '#d6ab72'],
    bone: ['#17171a', '#2e2e33', '#4d4d55', '#77777f', '#d9d6cf'],
    back: ['#0d1214', '#142024', '#1d2e33', '#294045', '#3a565b'],
    rim: '#d9a845',
    glow: ['#ffe9c0', '#b5542a'],
    eye: ['#d8ffd0', '#3fae5a'],
    motif: 'slash',
    motifColours: ['#24434a', '#315861', '#7fb3b8'],
    snout: 0,
    droop: 26,
    shift: -6,
    spine: [26, 6],
    browSpike: [-4, -44],
    chin: [[396, 20]],
    frill: [],
    cheek: [
      [222, 282, 158, 262],
      [222, 294, 148, 312],
      [230, 310, 164, 356],
    ],
    horns: [
      {
        width: 20,
        path: [
          [246, 152],
          [196, 120],
          [168, 72],
          [196, 32],
          [250, 22],
        ],
      },
      {
        width: 13,
        path: [
          [218, 176],
          [170, 160],
          [142, 124],
          [152, 92],
        ],
      },
    ],
  },
  lash: {
    name: 'Lash',
    ramp: ['#2a0d2b', '#56204f', '#8a3a78', '#c067a3', '#f0b3d3'],
    belly: ['#33233f', '#5a4470', '#8a72a0', '#bba6cb', '#e9dcef'],
    crest: ['#1b1030', '#33205a', '#523a8a', '#7a62b5', '#b09ddc'],
    web: ['#24123a', '#412363', '#653c8e', '#8f66b5', '#c3a2dd'],
    bone: ['#2a2036', '#51426a', '#84729f', '#b9a9cc', '#ece4f4'],
    back: ['#0c0e1c', '#13172c', '#1c2340', '#283257', '#394671'],
    rim: '#c9a2e0',
    glow: ['#ffe3f4', '#b04a86'],
    eye: ['#eafff8', '#37b79a'],
    motif: 'arcs',
    motifColours: ['#33407a', '#5a3f86', '#86508f'],
    snout: 12,
    droop: -6,
    bulk: -14,
    shift: -14,
    spine: [46, -14],
    chin: [],
    frill: [
      [100, 232],
      [84, 284],
      [110, 336],
    ],
    cheek: [[222, 292, 140, 330]],
    horns: [
      {
        width: 11,
        segments: 14,
        path: [
          [250, 150],
          [200, 110],
          [140, 104],
          [92, 66],
          [104, 24],
          [150, 30],
        ],
      },
      {
        width: 8,
        segments: 12,
        path: [
          [226, 168],
          [166, 150],
          [110, 158],
          [66, 130],
          [58, 92],
        ],
      },
    ],
  },
  granite: {
    name: 'Granite',
    ramp: ['#1e2224', '#3b4245', '#626b6d', '#959d9b', '#d5d9d2'],
    belly: ['#3a3630', '#5f594e', '#8b8474', '#b8b19f', '#e3ddcb'],
    crest: ['#22201d', '#3f3b35', '#645e54', '#8f887b', '#c2bbac'],
    web: ['#2a2725', '#45413c', '#6a645c', '#958e83', '#c4bdb0'],
    bone: ['#2b2723', '#524b42', '#847a6c', '#b8ad9b', '#e9e0cf'],
    back: ['#14100d', '#221b15', '#33291f', '#493b2c', '#65523e'],
    rim: '#a8a08c',
    glow: ['#ffd9a0', '#a0642c'],
    eye: ['#ffe6a8', '#d98a24'],
    motif: 'stone',
    motifColours: ['#4a3c2c', '#5d4c38', '#8a7458'],
    snout: -22,
    droop: 6,
    bulk: 30,
    shift: 10,
    spine: [24, 0],
    browSpike: [6, -14],
    chin: [
      [288, 30],
      [326, 34],
      [364, 26],
    ],
    frill: [],
    cheek: [
      [224, 284, 160, 290],
      [228, 300, 170, 336],
    ],
    horns: [
      {
        width: 30,
        segments: 6,
        path: [
          [258, 160],
          [206, 128],
          [150, 132],
          [118, 172],
          [132, 214],
        ],
      },
      {
        width: 14,
        segments: 5,
        path: [
          [300, 128],
          [296, 98],
          [276, 74],
        ],
      },
    ],
  },
  bramble: {
    name: 'Bramble',
    ramp: ['#10240f', '#24461c', '#46712b', '#7ea546', '#cfdf8c'],
    belly: ['#3a2d14', '#61501f', '#8f7b35', '#bfab5c', '#e9dca0'],
    crest: ['#2a1410', '#51261c', '#7d3f2c', '#ad6545', '#dd9c74'],
    web: ['#1c2a10', '#35491a', '#566d29', '#83964a', '#b9c685'],
    bone: ['#33180f', '#602f1c', '#94512f', '#c4855a', '#f0c9a2'],
    back: ['#0e1410', '#15201a', '#1e2f25', '#2b4233', '#3d5945'],
    rim: '#b7c46a',
    glow: ['#fff1b8', '#b8722a'],
    eye: ['#ffe0d0', '#e0553a'],
    motif: 'thorn',
    motifColours: ['#33502f', '#476b3b', '#8aa860'],
    snout: -4,
    droop: 10,
    spine: [42, -12],
    browSpike: [-20, -34],
    chin: [
      [280, 24],
      [312, 30],
      [344, 26],
      [376, 22],
    ],
    frill: [
      [116, 226],
      [104, 280],
      [124, 330],
    ],
    cheek: [
      [222, 280, 146, 284],
      [224, 296, 150, 322],
      [234, 312, 176, 356],
    ],
    horns: [
      {
        width: 12,
        path: [
          [252, 150],
          [210, 110],
          [180, 70],
          [176, 34],
        ],
      },
      {
        width: 11,
        path: [
          [234, 160],
          [184, 124],
          [140, 100],
          [112, 66],
        ],
      },
      {
        width: 11,
        path: [
          [220, 176],
          [166, 156],
          [116, 154],
          [76, 134],
        ],
      },
      {
        width: 8,
        segments: 5,
        path: [
          [284, 130],
          [266, 100],
          [262, 70],
        ],
      },
    ],
  },
  spring: {
    name: 'Spring',
    ramp: ['#062a2c', '#0d5250', '#1f8278', '#5bb8a3', '#c4efd8'],
    belly: ['#2b4440', '#4d746a', '#7fa898', '#b5d4c4', '#e8f5ea'],
    crest: ['#0a2f45', '#12567a', '#2a82ab', '#62b2d2', '#b2e0ee'],
    web: ['#0b3550', '#16608a', '#3390b8', '#74c0d8', '#c6ebf2'],
    bone: ['#30493f', '#5d7c6e', '#93b0a0', '#c6dac9', '#f2f8ec'],
    back: ['#081420', '#0d2032', '#143049', '#1e4562', '#2c5f80'],
    rim: '#7fc9b6',
    glow: ['#eafff4', '#2f8f8a'],
    eye: ['#fff6c8', '#e0b440'],
    motif: 'water',
    motifColours: ['#1a5570', '#236d86', '#9fdbe4'],
    snout: 4,
    droop: 4,
    shift: -8,
    spine: [48, -20],
    chin: [[352, 16]],
    frill: [
      [110, 190],
      [80, 236],
      [72, 288],
      [92, 338],
      [140, 372],
    ],
    cheek: [],
    horns: [
      {
        width: 11,
        path: [
          [256, 146],
          [214, 104],
          [192, 66],
          [196, 26],
        ],
      },
      {
        width: 7,
        segments: 5,
        path: [
          [210, 98],
          [168, 92],
          [136, 70],
        ],
      },
      {
        width: 6,
        segments: 5,
        path: [
          [196, 70],
          [160, 52],
          [146, 26],
        ],
      },
    ],
  },
  frost: {
    name: 'Frost',
    ramp: ['#123247', '#2a5f80', '#5795b3', '#9fcfe0', '#eafaff'],
    belly: ['#39506b', '#647f9c', '#98b2c9', '#c9dbe8', '#f5fbff'],
    crest: ['#16385a', '#2c6490', '#559ac0', '#97cde4', '#e2f6ff'],
    web: ['#1c3f63', '#346c98', '#5f9fc6', '#9fd0e6', '#dff4fc'],
    bone: ['#3a6a86', '#6aa0ba', '#a3cfdf', '#d3edf4', '#ffffff'],
    back: ['#0b0f1f', '#121a33', '#1b284b', '#283b68', '#3a5388'],
    rim: '#bfe6f2',
    glow: ['#ffffff', '#6db7d8'],
    eye: ['#ffffff', '#49b6e8'],
    tongue: '#6d8fb8',
    motif: 'shard',
    motifColours: ['#31558a', '#466fa6', '#d8f1fa'],
    snout: 2,
    droop: 0,
    shift: -8,
    spine: [50, -26],
    browSpike: [-20, -40],
    chin: [
      [300, 34],
      [330, 26],
      [360, 20],
    ],
    frill: [
      [104, 240],
      [90, 296],
      [120, 346],
    ],
    cheek: [[222, 286, 146, 296]],
    horns: [
      {
        width: 17,
        segments: 5,
        path: [
          [252, 152],
          [206, 104],
          [160, 58],
          [112, 14],
        ],
      },
      {
        width: 13,
        segments: 4,
        path: [
          [228, 168],
          [172, 136],
          [116, 106],
          [66, 82],
        ],
      },
      {
        width: 10,
        segments: 4,
        path: [
          [216, 186],
          [160, 176],
          [110, 166],
          [74, 160],
        ],
      },
    ],
  },
  gale: {
    name: 'Gale',
    ramp: ['#242a4d', '#444f86', '#7682b9', '#b0badf', '#f0f2fc'],
    belly: ['#4a4658', '#76718a', '#a6a1b8', '#d2cee0', '#f7f5fc'],
    crest: ['#3d3a20', '#6f6a34', '#a9a254', '#d9d184', '#f7f2c2'],
    web: ['#323a6b', '#5862a0', '#8a94c8', '#bcc4e6', '#eceffb'],
    bone: ['#4f4a34', '#837b56', '#b9b083', '#e0d8b2', '#fbf6e0'],
    back: ['#0f1620', '#172433', '#223549', '#304a63', '#446582'],
    rim: '#dcd590',
    glow: ['#ffffff', '#8a93d0'],
    eye: ['#fffbd0', '#e8c93a'],
    motif: 'wind',
    motifColours: ['#3a5f80', '#54799a', '#8fb0cc'],
    snout: 6,
    droop: -8,
    bulk: -8,
    shift: -10,
    spine: [30, -34],
    chin: [],
    frill: [
      [96, 176],
      [66, 220],
      [58, 268],
      [84, 314],
    ],
    cheek: [[222, 288, 142, 282]],
    horns: [
      {
        width: 12,
        path: [
          [252, 150],
          [196, 124],
          [136, 112],
          [76, 120],
          [34, 148],
        ],
      },
      {
        width: 9,
        path: [
          [240, 146],
          [192, 104],
          [138, 80],
          [84, 78],
        ],
      },
    ],
  },
};
