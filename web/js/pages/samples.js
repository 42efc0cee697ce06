/** Positions from the middle of games: a board in play says more than an empty one. */

/** @type {Record<string, string>} */
export const SAMPLES = {
    quoridor: "a3c3d6f6 / c4e5f3 / e4 e6 / 6 7 / 1",
    blockade: "354A6772 / 37586A83 / 36 84 49 8B / 7 7 7 7 / 1",
    domineering: "6v1/hhhhhhv1/1v1v2v1/1v1vhhv1/6v1/6v1/hh2hhv1/6v1 v",
    portes: "w2,1,b3,1,b2,b2,b2,b3,3,b1,4,w2,w3,w4,2,w4,1,b2 0/0 0/0 b 52",
    plakoto: "w7,w3,2,b2,b1,7,w2,3,b1+w,w1,b1,w1+b,b1,1,b8 0/0 0/0 w 61",
    fevga: "w9,5,b1,b1,1,w2,1,b1,b5,w1,w1,b1,2,b2,b1,b2,w1,w1,b1 0/0 0/0 b 44",
    backgammon: "1,b1,b3,b1,1,b3,1,b1,3,w3,b4,w2,2,w2,1,w3,1,b2,w1,w4,1 0/0 0/0 b 31",
    gulbara: "b2,2,w2,1,w1,w1,w4,b2,w1,w1,b1,w1,1,w2,b2,3,w1,b3,b1,w1,b4 0/0 0/0 w 41",
};
