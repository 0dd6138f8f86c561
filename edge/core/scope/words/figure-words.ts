/**
 * Words of surveys and figures, which are of a year without being an exam's: "the survey of May 2018",
 * "population 2015", "Geburtenzahl 2010".
 */
import type { QueryToken } from "../query-tokens.ts";
import { words } from "./scope-words.ts";

const FIGURES = words(
  `survey surveys poll polls census vote votes strike strikes reform sales revenue turnover
   population gdp unemployment inflation emissions exports imports prices incomes rainfall tourists visitors
   sondage sondages enquete recensement greve reforme ventes recettes pib chomage
   emissions exportations importations precipitations touristes visiteurs spectateurs frequentation
   umfrage umfragen volkszahlung zensus abstimmung streik verkaufe umsatz bevolkerung arbeitslosigkeit bip
   einkommen exporte importe preise niederschlage besucher
   encuesta encuestas censo votacion huelga reforma ventas ingresos poblacion paro desempleo
   emisiones exportaciones importaciones precios lluvias turistas visitantes`,
);
/** "Arbeitslosenquote", "Geburtenrate", "Steuerreform". */
const GERMAN_FIGURE = /.{3}(?:quote|[ns]rate|preise|umfrage|reform|umsatz|bevolkerung)$/u;
/** "Einwohnerzahl"; not "Primzahl". */
const GERMAN_COUNT = /(?:geburten|einwohner|besucher|arbeitslosen|teilnehmer)zahl$/u;
/** "人口", "消费", by their two characters. */
const CHINESE_FIGURES = words(
  "人口 消费 收入 总值 产量 产值 贸易 价格 物价 就业 失业 出口 进口 面积 降水 排放 普查 调查 统计 改革 增长 比重 销量",
);

export function isFigure(tokens: readonly QueryToken[], at: number): boolean {
  const { folded } = tokens[at]!;
  if (FIGURES.has(folded) || GERMAN_FIGURE.test(folded) || GERMAN_COUNT.test(folded)) return true;
  return CHINESE_FIGURES.has(folded + (tokens[at + 1]?.folded ?? ""));
}
