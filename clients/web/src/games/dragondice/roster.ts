// All units with their health and faces, and the forces that come ready made, word for word as the rules have them: a test
// compares them. A match tells of the units that take part; a player who builds a force wants to see the others
// too.

// Each line has the unit's name without its species, its health and its faces in order.
export const UNIT_TABLE = `= amazon
battle_rider 2 I2 V3 M2 V3 M2 S2
centaur 4 I4 M4 kick4 R4 V4 R4 kick4 M4 trample4 V4
charioteer 1 I1 V1 M2 V1 S1 V1
chimera 4 I4 M4 rend4 smite4 M4 S4 flame2 S4 M4 fly4
darter 1 I1 R1 S1 R2 V1 M1
envoy 2 I2 V2 M3 V3 R2 S2
harbinger 3 I3 M3 V3 M3 S3 counter4
hydra 4 I4 S4 M4 S4 M4 double_strike4 S4 double_strike4 M4 S4
javelineer 2 I2 R3 S2 R3 V2 M2
medusa 4 I4 S4 M4 stone4 M4 M4 V4 M4 V4 stone4
nightmare 4 I4 trample4 firewalking4 M4 fly4 V4 trample4 fire_breath4 fly4 S4
oracle 3 I3 G4 S2 G5 V2 cantrip3
runner 1 I1 V1 M1 V2 R1 S1
seer 1 I1 G1 S1 G1 V1 G2
soldier 1 I1 M1 S1 M1 V1 M2
spearer 3 I3 R3 M2 R4 S3 bullseye4
visionary 2 I2 G3 S1 G4 V2 G2
war_chief 3 I3 M3 V2 M4 S3 smite4
war_driver 3 I3 trample3 R3 trample3 S3 M4
warrior 2 I2 M2 S2 M2 V3 M3
= coral_elf
archer 2 I2 M2 R3 V2 R3 R2
bowman 1 I1 R1 M1 R1 V1 R2
conjurer 2 I2 M2 G3 V2 G3 G2
coral_giant 4 I4 S4 smite4 trample4 M4 V4 smite4 S4 counter4 trample4
courier 2 I2 M2 V3 M2 V2 R3
eagle_knight 3 I3 M3 fly3 M4 fly3 R3
enchanter 3 I3 S2 G4 M3 G3 cantrip4
evoker 1 I1 G1 M1 G1 V1 G2
fighter 1 I1 M1 R1 M1 V1 M2
gryphon 4 I4 M4 rend4 fly4 ferry4 M4 fly4 M4 ferry4 fly4
guard 1 I1 M1 V1 M1 V1 R2
herald 3 I3 M3 V3 M3 V3 counter4
horseman 1 I1 V1 M1 V2 M1 R1
knight 2 I2 M3 V3 M2 V2 S2
leviathan 4 I4 swallow0 V4 tail_unit2 fly4 wave4 S4 hypnotic_glare0 fly4 tail_unit2
protector 3 I3 R2 M4 S3 M3 smite4
sharpshooter 3 I3 V3 R4 M2 R3 bullseye4
sprite_swarm 4 I4 G4 fly4 R4 G4 R4 fly4 R4 G4 M4
tako 4 I4 entangle4 S4 V4 M4 M4 S4 entangle4 M4 V4
trooper 2 I2 S2 M3 V2 M3 R2
= dwarf
androsphinx 4 I4 S4 M4 G4 roar4 G4 M4 rend4 S4 roar4
behemoth 4 I4 stomp4 bash4 V4 S4 roar4 trample4 charge0 S4 M4
crack_shot 3 I3 M4 R3 bullseye4 R3 R2
crossbowman 1 I1 M1 R1 S1 R1 R2
footman 1 I1 S1 M1 S1 M1 M2
gargoyle 4 I4 V4 fly4 smite4 M4 dispel_magic0 fly4 dispel_magic0 M4 S4
lizard_rider 2 I2 M3 V3 M2 V2 S2
mammoth_rider 3 I3 M4 trample3 M3 trample3 S3
marksman 2 I2 M3 R2 S2 R2 R3
patroller 2 I2 M3 V2 M3 V2 S2
pony_rider 1 I1 M1 V1 M1 V2 S1
roc 4 I4 seize4 rend4 M4 fly4 M4 M4 S4 seize4 fly4
sentry 1 I1 M1 V1 M2 V1 R1
sergeant 2 I2 V2 M2 S3 M2 M3
skirmisher 3 I3 M4 V3 M3 V2 counter4
thaumaturgist 2 I2 M2 G3 S2 G3 G2
theurgist 1 I1 M1 G1 S1 G1 G2
umber_hulk 4 I4 confuse4 M4 smite4 S4 M4 confuse4 V4 S4 smite4
warlord 3 I3 S3 M3 smite4 M3 M3
wizard 3 I3 S3 G4 M2 G3 cantrip4
= feral
antelope_folk 1 I1 V1 V2 S1 M1 S1
badger_folk 2 I2 M3 G3 S2 G2 S2
bear_folk 4 I4 double_strike4 R4 hug4 V4 V4 S4 double_strike4 G4 S4
buffalo_folk 3 I3 counter4 V3 S2 V4 M3
elephant_folk 4 I4 trample4 S4 trample4 S4 M4 trumpet0 M4 S4 trumpet0
falcon_folk 1 I1 R1 R2 V1 M1 V1
fox_folk 2 I2 V3 M3 V2 M2 S2
hawk_folk 2 I2 M2 R3 V2 R2 V3
horse_folk 2 I2 M3 V2 S2 V2 V3
hound_folk 1 I1 S1 M2 V1 M1 V1
leopard_folk 2 I2 V2 M3 S2 M3 S2
lion_folk 4 I4 V4 double_strike4 S4 roar4 V4 roar4 double_strike4 M4 S4
lynx_folk 1 I1 V1 M1 S1 M1 M2
owl_folk 4 I4 screech4 G4 dispel_magic0 fly4 fly4 G4 seize4 G4 dispel_magic0
rhino_folk 4 I4 gore4 M4 S4 V4 trample4 M4 gore4 V4 S4
tiger_folk 3 I3 double_strike4 M4 S4 M2 S2
vulture_folk 3 I3 bullseye4 R4 M3 R2 V3
weasel_folk 1 I1 G2 G1 S1 M1 S1
wolf_folk 3 I3 rend3 M2 S3 M3 V4
wolverine_folk 3 I3 cantrip4 G3 S2 G4 M3
= firewalker
adventurer 2 I2 S1 M2 R3 M3 V3
ashbringer 3 I3 G3 G3 cantrip3 G3 V4
daybringer 3 I3 S2 R4 fly4 M4 V2
expeditioner 3 I3 R3 M3 counter4 M3 V3
explorer 1 I1 M1 S1 M1 R1 V2
firemaster 2 I2 R3 S2 R3 M2 V2
fireshadow 4 I4 M4 smite4 create_fireminions4 fly4 create_fireminions4 cantrip4 M4 fly4 counter4
firestarter 1 I1 R1 S1 R2 M1 V1
firestormer 3 I3 R4 S2 bullseye4 M3 V3
genie 4 I4 firecloud4 cantrip4 S4 galeforce4 firewalking4 M4 S4 G4 M4
gorgon 4 I4 V4 S4 V4 flame2 flame2 V4 S4 V4 V4
guardian 1 I1 M1 S1 M2 R1 V1
nightsbane 2 I2 R3 V2 M3 V2 S2
phoenix 4 I4 seize4 smite4 rise_from_the_ashes4 fly4 S4 fly4 S4 seize4 rise_from_the_ashes4
salamander 4 I4 M4 S4 G4 M4 S4 smite4 R4 cantrip4 M4
sentinel 3 I3 M3 V3 smite4 S3 R3
shadowchaser 1 I1 V1 M2 V1 R1 S1
sunburst 1 I1 G1 G1 G1 G1 V2
sunflare 2 I2 G2 G2 G2 G3 V3
watcher 2 I2 M3 S2 M3 R2 V2
= frostwing
advocate 1 I1 M2 V1 fly1 M1 M1
apprentice 1 I1 G2 R1 fly1 M1 G1
assailer 3 I3 volley4 M3 fly4 R2 R3
assaulter 2 I2 R3 M2 fly2 R2 R3
attacker 1 I1 R2 M1 fly1 R1 R1
bear_master 3 I3 rend4 M2 S4 V3 M3
cryohydra 4 I4 double_strike4 S4 M4 V4 double_strike4 V4 M4 S4 frost_breath0
defender 2 I2 M4 V2 fly2 M3 M1
destroyer 1 I1 R2 S1 fly1 M1 R1
devastator 3 I3 bullseye4 S2 fly3 R3 R4
dispatcher 2 I2 R4 S2 fly2 M1 R3
frost_ogre 4 I4 smite4 S4 R4 V4 R4 cantrip4 G4 S4 M4
hound_master 1 I1 V2 R1 S1 M1 V1
magi 3 I3 cantrip4 R2 fly4 G2 G4
magus 2 I2 G3 R3 fly3 G1 G2
remorhaz 4 I4 swallow0 S4 M4 V4 swallow0 S4 M4 V4 S4
vindicator 3 I3 smite4 S3 fly4 M2 M3
wolf_master 2 I2 V3 R2 S2 M3 V2
wolf_pack 4 I4 howl4 rend4 M4 V4 V4 S4 M4 howl4 rend4
yeti 4 I4 S4 M4 R4 V4 M4 surprise0 rend4 surprise0 rend4
= goblin
ambusher 2 I2 M3 V3 S2 V2 R2
cannibal 4 I4 swallow0 S4 stun4 M4 S4 V4 net4 surprise0 sleep0
cutthroat 2 I2 S2 M2 V3 M2 M3
deadeye 3 I3 M2 R4 S3 R3 bullseye4
death_mage 3 I3 S2 G4 V3 G3 cantrip4
death_naga 4 I4 M4 poison4 G4 V4 G4 poison4 S4 M4 V4
filcher 3 I3 V3 M3 S3 M3 counter4
harpies 4 I4 fly4 M4 S4 fly4 M4 screech4 M4 fly4 screech4
hedge_wizard 2 I2 S2 G3 V2 G3 G2
leopard_rider 3 I3 R3 rend3 S3 rend3 M4
marauder 3 I3 V2 M4 S3 M3 smite4
mugger 1 I1 M1 V1 M2 V1 S1
pelter 1 I1 S1 R1 S1 R2 V1
shambler 4 I4 smother4 S4 M4 S4 S4 M4 smother4 smite4 M4
slingman 2 I2 M2 R3 V2 R3 S2
thug 1 I1 S1 M1 V1 M1 M2
trickster 1 I1 M1 G1 V1 G1 G2
troll 4 I4 smite4 S4 M4 regenerate4 regenerate4 M4 S4 smite4 V4
wardog_rider 1 I1 M1 V2 M1 V1 S1
wolf_rider 2 I2 M2 V3 M2 V3 S2
= lava_elf
adept 1 I1 S1 G1 V1 G1 G2
assassin 3 I3 R5 R3 bullseye4 R1 M3
beholder 4 I4 G4 flame2 S4 charm4 S4 stone4 confuse4 M4 illusion0
bladesman 1 I1 S1 M1 R1 M1 M2
conqueror 3 I3 R2 M5 S3 M1 smite4
dead_shot 2 I2 M2 R2 V2 R2 R4
drider 4 I4 web4 V4 S4 M4 M4 R4 V4 web4 S4
duelist 2 I2 S2 M4 V2 M2 R2
fusilier 1 I1 M1 R2 V1 R1 S1
hell_hound 4 I4 V4 M4 S4 flame2 M4 flame2 M4 V4 S4
infiltrator 3 I3 M5 V5 M1 V1 counter4
lurker_in_the_deep 4 I4 counter4 G4 V4 cantrip4 G4 volley4 cloak4 fly4 V4
necromancer 3 I3 S2 G5 M3 G2 cantrip4
rakshasa 4 I4 V4 illusion0 M4 G4 M4 illusion0 S4 counter4 G4
scorpion_knight 2 I2 M4 V3 M1 V2 S2
scout 1 I1 M2 V1 M1 V1 R1
spider_rider 1 I1 M1 V2 M1 V1 R1
spy 2 I2 M4 V4 M1 V1 R2
warlock 2 I2 M2 G2 V2 G2 G4
wyvern_rider 3 I3 M4 fly5 M2 fly1 R4
= scalder
blazer 3 I3 flaming_arrow4 V3 R6 V2 R1
burner 2 I2 R2 V2 R4 V1 R3
charkin 3 I3 counter4 V2 M5 M2 V3
dragonne_knight 3 I3 fly4 S2 V6 M2 V2
dragonne_rider 2 I2 M1 S2 V4 M2 V3
dragonne_tender 1 I1 M1 S1 V2 M1 V1
ettercap 4 I4 G4 V4 R4 bullseye4 V4 R4 S4 M4 S4
glower 1 I1 R1 V1 R2 V1 R1
igniter 2 I2 M1 V1 M4 M3 V3
inferno 3 I3 cantrip4 V2 G6 S2 G2
kindler 1 I1 M1 V1 M2 M1 V1
quickling 4 I4 V4 R4 V4 poison4 R4 V4 S4 V4 S4
scorcher 2 I2 M1 V2 M4 M3 S2
searer 3 I3 smite4 V2 M6 M2 S2
singeman 1 I1 M1 V1 M2 M1 S1
smolderer 2 I2 S2 G1 G4 V2 G3
sparker 1 I1 S1 G1 G2 V1 G1
unseelie_faerie 4 I4 V4 G4 M4 S4 G4 G4 cantrip4 V4 S4
web_birds 4 I4 R4 M4 web4 fly4 web4 R4 M4 R4 fly4
will_o_wisps 4 I4 G4 dispel_magic0 confuse4 fly4 dispel_magic0 M4 R4 G4 fly4
= swamp_stalker
annihilator 3 I3 M5 S2 smite4 S3 M2
bog_adept 1 I1 G2 G1 S1 G1 M1
bog_runner 1 I1 V2 V1 S1 M1 S1
crocosaur 4 I4 surprise0 M4 S4 V4 tail_unit2 tail_unit2 surprise0 M4 rend4
deluger 3 I3 R5 R2 bullseye4 R2 S3
invader 3 I3 R3 M4 poison4 V3 S2
marsh_mage 2 I2 G4 G2 M2 G2 S2
marsh_swimmer 2 I2 V4 S2 M2 S2 V2
mudmen 4 I4 V4 smother4 M4 S4 S4 surprise0 M4 smother4 M4
ormyrr 4 I4 S4 G4 V4 S4 M4 G4 coil4 M4 R4
raider 2 I2 R2 M3 S2 M2 V3
ravager 2 I2 M4 M1 S2 M3 S2
sprayer 1 I1 R2 R1 S1 R1 M1
stormer 2 I2 R4 R2 M2 R2 S2
striker 1 I1 R1 M2 S1 M1 V1
swamp_beast 4 I4 surprise0 M4 S4 V4 wave4 M4 poison4 wave4 poison4
swamp_giant 4 I4 smite4 trample4 poison4 S4 M4 V4 smite4 trample4 S4
swamp_wizard 3 I3 G5 G3 cantrip4 S2 M2
warmonger 1 I1 M2 M1 S1 M1 S1
wave_rider 3 I3 V5 S2 coil4 S3 V2
= treefolk
darktree 4 I4 smother4 M4 surprise0 S4 surprise0 S4 M4 smother4 S4
dryad 2 I2 G2 M2 G2 G3 S3
eldar_dryad 3 I3 G2 cantrip4 G4 G3 S3
hamadryad 1 I1 S1 G1 M1 G1 G2
lady_nereid 3 I3 V4 counter4 V2 M2 S4
naiad 2 I2 M2 V3 M2 V2 S3
noble_willow 3 I3 M4 wild_growth4 M2 V2 S4
nymph 1 I1 S1 M1 V1 M1 V2
oak 2 I2 M2 M2 M2 M2 S4
oak_lord 3 I3 M3 smite3 M3 smite3 S4
oakling 1 I1 M1 M1 M1 M1 S2
pine 2 I2 V2 R3 V2 R2 S3
pine_prince 3 I3 R2 volley4 R2 R4 S4
pineling 1 I1 S1 R1 V1 R1 R2
redwood 4 I4 trample4 M4 V4 S4 M4 S4 M4 trample4 S4
satyr 4 I4 G4 hoof4 volley4 sleep0 R4 confuse4 volley4 G4 sleep0
strangle_vine 4 I4 choke4 V4 double_strike4 M4 wild_growth4 smother4 choke4 V4 rend4
unicorn 4 I4 dispel_magic0 teleport4 S4 trample4 trample4 counter4 dispel_magic0 S4 teleport4
willow 2 I2 S3 V2 S2 V2 M3
willowling 1 I1 V1 S1 V1 S1 M2
= undead
apparition 1 I1 G2 M1 G1 M1 S1
carrion_crawler 4 I4 S4 stun4 M4 V4 V4 stun4 S4 smite4 M4
death_knight 3 I3 S3 M4 S3 M3 scare3
dracolich 4 I4 smite4 cantrip4 G4 fly4 fly4 rend4 S4 M4 G4
fenhound 4 I4 dispel_magic0 S4 M4 V4 V4 S4 dispel_magic0 smite4 M4
ghast 2 I2 S3 M3 S2 M2 G2
ghost 3 I3 V4 M3 S3 M3 vanish3
ghoul 1 I1 S1 M2 S1 M1 G1
heucuva 2 I2 G3 M3 G2 M2 S2
lich 3 I3 M3 G3 S3 G3 cantrip4
minor_death 4 I4 slay0 S4 plague0 M4 M4 S4 slay0 V4 plague0
mummy 3 I3 S3 M3 wither3 M3 M4
revenant 2 I2 S3 M3 S2 M2 V2
skeletal_steed 4 I4 V4 S4 V4 M4 trample4 S4 trample4 V4 M4
skeleton 1 I1 S1 M2 S1 M1 V1
spectre 2 I2 S3 M2 S2 M2 V3
vampire 3 I3 G3 M4 S3 M3 convert3
wight 2 I2 S3 M2 S2 M2 M3
wraith 1 I1 V2 M1 V1 M1 S1
zombie 1 I1 S1 M1 S1 M1 M2
`;

// Four lines for each species: its terrains and dragons, then the units at home, of the campaign and of the horde.
export const PRESET_TABLE = `amazon flatland_city flatland_tower ivory drake ivory_hybrid_earth wyrm
centaur war_chief javelineer charioteer
spearer warrior envoy seer runner soldier
war_driver visionary battle_rider darter runner charioteer
coral_elf coastland_city coastland_tower elemental_air drake hybrid_air_water wyrm
coral_giant protector archer horseman
sharpshooter trooper courier evoker guard fighter
eagle_knight conjurer knight bowman guard horseman
dwarf highland_city highland_tower elemental_fire drake hybrid_earth_fire wyrm
androsphinx warlord marksman pony_rider
crack_shot sergeant patroller theurgist sentry footman
mammoth_rider thaumaturgist lizard_rider crossbowman sentry pony_rider
feral flatland_city flatland_tower elemental_air drake hybrid_air_earth wyrm
bear_folk tiger_folk hawk_folk antelope_folk
vulture_folk leopard_folk fox_folk weasel_folk hound_folk lynx_folk
buffalo_folk badger_folk horse_folk falcon_folk hound_folk antelope_folk
firewalker wasteland_city wasteland_tower elemental_air drake hybrid_air_fire wyrm
fireshadow sentinel firemaster shadowchaser
firestormer watcher adventurer sunburst explorer guardian
daybringer sunflare nightsbane firestarter explorer shadowchaser
frostwing coastland_city coastland_tower elemental_death drake hybrid_air_death wyrm
cryohydra vindicator assaulter hound_master
assailer defender dispatcher apprentice destroyer advocate
bear_master magus wolf_master attacker destroyer hound_master
goblin highland_city highland_tower elemental_death drake hybrid_death_earth wyrm
cannibal marauder slingman wardog_rider
deadeye cutthroat ambusher trickster mugger thug
leopard_rider hedge_wizard wolf_rider pelter mugger wardog_rider
lava_elf wasteland_city wasteland_tower elemental_death drake hybrid_death_fire wyrm
beholder conqueror dead_shot spider_rider
assassin duelist spy adept scout bladesman
wyvern_rider warlock scorpion_knight fusilier scout spider_rider
scalder feyland_city feyland_tower elemental_water drake hybrid_fire_water wyrm
ettercap searer burner dragonne_tender
blazer scorcher igniter sparker kindler singeman
dragonne_knight smolderer dragonne_rider glower kindler dragonne_tender
swamp_stalker swampland_city swampland_tower elemental_death drake hybrid_death_water wyrm
crocosaur annihilator stormer bog_runner
deluger ravager raider bog_adept striker warmonger
wave_rider marsh_mage marsh_swimmer sprayer striker bog_runner
treefolk swampland_city swampland_tower elemental_water drake hybrid_earth_water wyrm
darktree oak_lord pine nymph
pine_prince oak willow hamadryad willowling oakling
lady_nereid dryad naiad pineling willowling nymph
undead swampland_city swampland_tower elemental_death drake ivory_hybrid_death wyrm
carrion_crawler mummy heucuva wraith
lich wight revenant ghoul skeleton zombie
ghost ghast spectre apparition skeleton wraith
`;
