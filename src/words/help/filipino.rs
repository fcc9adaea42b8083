//! The help page in Filipino.

use super::{HelpAnswer, HelpPart, HelpWords};
use HelpPart::{Code, Formula, List, Source, Steps, Terms, Text};

/// All of it.
pub const HELP: HelpWords = HelpWords {
    title: "Tulong",
    lead: "Maiikling sagot: ano ang ibig sabihin ng mga numero, bakit ganoon ang basa sa isang sagot, \
           paano maaabot ang server sa sariling computer, at saan napupunta ang data mo.",
    contents: "Mga tanong",
    answers: &[
        HelpAnswer {
            id: "first",
            question: "Ano ang ginagawa ng page na ito?",
            parts: &[
                Text(
                    "Benchmark sa Filipino ang Batayan: walong task, 3,800 row; dalawang direksiyon ang pagsasalin, kaya siyam ang nakalista rito. Ipinadadala ng Sukat ang \
                     prompt ng bawat row sa model na pinili mo, binabasa ang sagot ayon sa mga tuntunin ng \
                     SEA-HELM, ang program na gamit ng mga may-akda, at kinukuwenta ang mga iskor na \
                     inilalathala nila. Dito lahat nangyayari, sa tab na ito.",
                ),
                Steps(&[
                    "I-load ang opisyal na mga row, minsan lang (page na Mga task).",
                    "Ibigay ang endpoint at model, subukan ang limang row bawat task, saka ang lahat.",
                    "Basahin ang resulta; mabubuksan ang bawat row, kasama ang prompt, tugon, at dahilan.",
                ]),
                Source("Ang Batayan paper", "https://arxiv.org/abs/2502.14911"),
            ],
        },
        HelpAnswer {
            id: "metrics",
            question: "Ano ang ibig sabihin ng mga numero?",
            parts: &[
                Text(
                    "Mula 0 hanggang 100 ang lahat ng iskor, mas mataas ang mas mahusay. Ang k ay bilang ng label.",
                ),
                Terms(&[
                    (
                        "Macro F1",
                        "Ang numero ng paper sa mga task na may label: ang F1 ng bawat label, pinag-average \
                         nang pantay-pantay. F1 ng isang label = 2 × tama ÷ (row na may ganitong label + \
                         sagot na may ganitong label).",
                    ),
                    (
                        "Macro F1 (mga gold class)",
                        "Ganoon din, pero hindi binibilang na hiwalay na label ang “hindi mabasa”.",
                    ),
                    (
                        "Balanced accuracy",
                        "Kung gaano karami sa mga row ng bawat label ang nakuha, pinag-average sa mga label.",
                    ),
                    (
                        "Normalized accuracy",
                        "Ang numero ng SEA-HELM: balanced accuracy na inayos para maging 0 ang panghuhula.",
                    ),
                    (
                        "ROUGE-L",
                        "Mga buod: ang pinakamahabang magkaparehong pagkakasunod ng salita, bilang F score. Median ng 1,000 resampling na may iisang seed ang value ng paper.",
                    ),
                    (
                        "chrF++",
                        "Mga buod at salin: magkaparehong sunod-sunod na 1 hanggang 6 na karakter at 1 hanggang 2 salita, binibilang sa lahat ng row nang sabay. Ang P ay bahagi ng sagot na nasa tamang teksto rin; ang R ay bahagi ng tamang teksto na nasa sagot.",
                    ),
                    (
                        "BERTScore, MetricX-24",
                        "Kailangan ng sariling malaking model kaya hindi kinukuwenta rito. Walang laman ang average na nangangailangan nito. Maidadagdag ang MetricX-24 sa page ng resulta, sa “Mga iskor mula sa ibang program”: 100 × max(0, (25 − error) ÷ 25), mean ng mga row.",
                    ),
                ]),
                Formula(
                    "normalized accuracy = 100 × max(0, (balanced accuracy − 1/k) ÷ (1 − 1/k))",
                ),
                Formula("chrF++ = 100 × 5PR ÷ (4P + R)"),
                Source(
                    "SEA-HELM, ang reference implementation",
                    "https://github.com/aisingapore/SEA-HELM",
                ),
            ],
        },
        HelpAnswer {
            id: "stray",
            question: "Bakit nawawala ang ikatlong bahagi ng iskor dahil sa isang ligaw na sagot?",
            parts: &[
                Text(
                    "Pinag-a-average ng reference ang F1 ng bawat label na lumitaw, sa tamang sagot man o sa \
                     sagot ng model. Nagiging sariling label ang sagot na hindi nito mabasa, at laging 0 ang \
                     F1 ng label na iyon. Isa lang ang kailangan para k + 1 na ang hatian sa halip na k.",
                ),
                Formula("kapag may isang hindi mabasa: macro F1 × k ÷ (k + 1)"),
                List(&[
                    "Dalawang label (paraphrase, toxicity, sanhi): ikatlong bahagi ang nawawala.",
                    "Tatlong label (sentiment, inference): ikaapat na bahagi.",
                    "Apat na label (pagsagot sa tanong): ikalimang bahagi.",
                ]),
                Text(
                    "Ganito rin magkuwenta ang Sukat, dahil ganito ang mga nakalathalang numero. Katabi nito, \
                     ipinakikita kung ilan sana ang iskor kung wala iyon, at kung ilan ang hindi nabasa.",
                ),
            ],
        },
        HelpAnswer {
            id: "versions",
            question: "v1 o head: alin ang gagamitin ko?",
            parts: &[
                Terms(&[
                    (
                        "v1",
                        "SEA-HELM v1.0.0. Gamitin kung ihahambing sa mga numero ng Batayan paper.",
                    ),
                    (
                        "head",
                        "SEA-HELM v1.2.1, may bagong mga prompt at ibang paraan ng pagbasa. Gamitin kung ihahambing sa leaderboard ngayon.",
                    ),
                ]),
                Text(
                    "Magkaibang iskor ang ibinibigay ng dalawa sa iisang sagot, kaya hindi kailanman \
                     pinaghahalo ng Sukat ang mga ito, at sinasabi ng bawat resulta kung alin ang sinunod.",
                ),
                Text(
                    "Para sa mga model na sinanay sumunod sa panuto ang zero-shot; five-shot naman, na may \
                     limang halimbawang may sagot, ang paraan ng paper sa mga base model.",
                ),
            ],
        },
        HelpAnswer {
            id: "reading",
            question: "Paano binabasa ang sagot?",
            parts: &[
                Text(
                    "“Sagot: A” ang hinihingi ng prompt. Hinahanap ng opisyal na basa ang tag na iyon at \
                     kinukuha ang kasunod, ayon sa eksaktong tuntunin ng reference, pati mga kakaiba nito. \
                     Ito lang ang pinagmumulan ng opisyal na iskor.",
                ),
                Text(
                    "Katabi nito ang maluwag na basa: kung paano uunawain ng matiyagang tao ang tugon. Minamarkahan \
                     ang row kung magkaiba ang dalawa. Makikita roon kung gaano ang nawawala sa model dahil \
                     lang sa anyo; hindi ito kailanman kasama sa opisyal na numero.",
                ),
            ],
        },
        HelpAnswer {
            id: "outcomes",
            question: "Paano kung hindi sumagot ang model?",
            parts: &[
                Text("Isa lang sa mga ito ang kinauuwian ng bawat tanong:"),
                Terms(&[
                    ("nasagot", "May bumalik na teksto at binabasa ito."),
                    (
                        "naputol",
                        "May bumalik na teksto, pero naputol sa limit ng tugon. Binabasa ito, at minamarkahan.",
                    ),
                    (
                        "blangko",
                        "Gumana ang tawag, pero walang teksto. Madalas, naubos ng thinking model ang budget nito: dagdagan ang token.",
                    ),
                    ("tumanggi", "Tumanggi ang model o ang isang filter."),
                    (
                        "walang tugon",
                        "Walang bumalik, kahit ilang ulit nang sinubukan.",
                    ),
                    (
                        "hindi natanong",
                        "Itinigil o naantala bago ang turno nito. Ituloy ang run at itatanong ito.",
                    ),
                ]),
                Text(
                    "Kapag dito tinanong ang model, hindi muna isinasama sa resulta ang mga row na blangko, \
                     tinanggihan, o walang tugon, at walang opisyal na numero ang task ng mga ito. Binibilang \
                     naman ng reference ang mga ito na blangkong sagot: piliin iyon sa itaas ng mga iskor para \
                     makuha ang mga numerong ilalabas nito. Ang file ng mga sagot ay gaya ng reference ang bilang \
                     mula sa simula. Nakasaad sa resulta kung alin ang ginamit.",
                ),
            ],
        },
        HelpAnswer {
            id: "part",
            question: "Puwede bang ilang row lang muna?",
            parts: &[Text(
                "Puwede: sa lima o limampung row bawat task, makikita agad kung gumagana ang lahat. Saanman \
                     lumabas, may marka ang ganoong resulta na bahagi lang ito, malapad ang interval nito, at walang \
                     opisyal na average na gagawin mula rito. Kapag maayos ang lahat, magsimula ng run \
                     sa lahat ng row.",
            )],
        },
        HelpAnswer {
            id: "local",
            question: "Paano ko maaabot ang server sa sarili kong computer?",
            parts: &[
                Text(
                    "Makatatawag lang ang page sa ibang server kung pinapayagan iyon ng server. Baka minsan ding \
                     magtanong ang browser kung puwedeng abutin ng page na ito ang device o local network mo: \
                     payagan ito.",
                ),
                Text(
                    "Ollama: paandarin nang pinapayagan ang address ng page na ito. Base URL: http://localhost:11434/v1",
                ),
                Code("OLLAMA_ORIGINS={origin} ollama serve"),
                Text("LM Studio: Developer, Server settings, Enable CORS; o kaya:"),
                Code("lms server start --cors"),
                Text("llama.cpp: karaniwang bukas ito sa lahat ng page. Kung hindi:"),
                Code("llama-server --cors-origins {origin} -m model.gguf"),
                Text("vLLM: karaniwang bukas ito sa lahat ng page. Kung hindi:"),
                Code("vllm serve MODEL --allowed-origins '[\"{origin}\"]'"),
                List(&[
                    "TGI: iwanang blangko ang key; tinatanggihan nito ang page na nagpapadala ng key.",
                    "LocalAI: huwag i-set ang LOCALAI_CORS, o i-set ito kasama ang mga pinapayagang origin.",
                    "Server sa ibang computer sa network mo, http://192.168.…: karaniwang hindi ito puwedeng tawagin ng page na https. Paandarin ang Sukat sa sariling computer, o bigyan ng https ang server na iyon.",
                ]),
            ],
        },
        HelpAnswer {
            id: "unreachable",
            question: "“Hindi naabot ng browser ang endpoint”: ano ang gagawin?",
            parts: &[
                Text(
                    "Hindi sinasabi ng browser sa page kung bakit pumalya ang tawag. Isa-isahin ito mula sa taas; \
                     karaniwan, ang unang tumugma ang sanhi.",
                ),
                Steps(&[
                    "Online ka ba?",
                    "http:// address ba ito sa network mo, at https ang page? Hinaharang iyon ng browser.",
                    "Kung server sa computer mo: umaandar ba ito (buksan ang address sa bagong tab), pinayagan mo ba ang tanong ng browser, pinapayagan ba ng server ang page na ito (tingnan sa itaas)?",
                    "Kung provider sa internet: pumapayag ba itong tawagin ng web page? May mga hindi. Karaniwang pumapayag ang gateway gaya ng OpenRouter.",
                    "Tama ba ang path? Karaniwang /v1 ang dulo. Puwedeng ganito rin ang lumabas kapag mali ang path o tinanggihan ang key.",
                    "May ad blocker, company proxy, o extension bang nakaharang?",
                ]),
                Text(
                    "Laging may ibang paraan: i-download ang mga prompt (buksan ang isang task), tanungin ang \
                     model gamit ang kahit anong tool, at iskoran dito ang file ng mga sagot.",
                ),
            ],
        },
        HelpAnswer {
            id: "key",
            question: "Ligtas ba ang key ko?",
            parts: &[
                Text(
                    "Nasa memory lang ng tab na ito ang key at iisa ang pinadadalhan nito: ang address na \
                     pinili mo. Hindi ito kasama sa link, record, o export, at wala na ito kapag isinara o \
                     ni-reload ang tab. Itinatabi lang ito kapag hiniling mo: para sa tab, o sa device na ito \
                     na naka-lock gamit ang passphrase mo (AES-GCM, binubuksan ng PBKDF2 na may 600,000 ulit).",
                ),
                List(&[
                    "Gumamit ng hiwalay na key na may maliit na spending limit, at burahin pagkatapos.",
                    "Mababasa rin ng extension na nakakabasa ng page ang key. Kung nag-aalangan, gumamit ng private window na walang extension.",
                    "Nakikita ng provider ang bawat prompt na ipinadala mo, at sinisingil ka para rito.",
                ]),
            ],
        },
        HelpAnswer {
            id: "data",
            question: "Saan napupunta ang data ko?",
            parts: &[Text(
                "Nananatili sa browser na ito ang mga run, in-upload na file, at setting. Walang account, walang \
                     tracking, at walang server sa likod ng page na ito. Apat na uri lang ng request ang lumalabas \
                     sa tab: para sa sariling file ng page, para sa opisyal na mga row (GitHub, kapag pinindot mo \
                     ang I-load), sa endpoint na pinili mo, at sa scoring server, kung may ibinigay ka.",
            )],
        },
        HelpAnswer {
            id: "sharing",
            question: "Paano ko ibabahagi o itatabi ang resulta?",
            parts: &[
                List(&[
                    "I-download ang record: isang JSON file na may bawat tugon at lahat ng setting. Mabubuksan ito ng kahit sino sa “Iskoran ang file” at pareho ang lalabas na numero.",
                    "I-download ang CSV para sa spreadsheet: isang linya bawat row.",
                    "Nakasaad sa signature sa ilalim ng mga iskor ang lahat ng makapagpapabago sa mga ito: banggitin ito kasama ng mga numero.",
                ]),
                Text(
                    "Mga tugon ng model ang laman ng record, hindi ang mga teksto ng benchmark. Pakiusap, huwag \
                     ilathala ang mga test row kasama ang sagot kung saan puwedeng magamit ang mga ito sa pagsasanay ng \
                     model.",
                ),
            ],
        },
        HelpAnswer {
            id: "file",
            question: "Anong mga file ang naiiskoran?",
            parts: &[
                Text("Maghulog ng isa o maraming file, folder, o zip:"),
                List(&[
                    "mga record na na-download sa page na ito;",
                    "mga inference file ng SEA-HELM v1 at head, gaya ng isinusulat ng program na iyon;",
                    "JSONL, CSV o Parquet na may column na task, id, at prediction;",
                    "mga sample ng lm-evaluation-harness, detalye ng lighteval, log ng Inspect, at output ng batch;",
                    "alinman sa mga ito na naka-zip, gzip, o Zstandard, at ng ilang model nang sabay-sabay;",
                    "mga iskor na galing sa ibang program: sa page ng resulta idinaragdag ang mga iyon.",
                ]),
                Code("{\"task\": \"SA\", \"id\": \"17\", \"prediction\": \"Sagot: Positibo\"}"),
                Text(
                    "Bago iskoran, may ulat muna kung alin ang kulang, sobra, at naulit na id, at aling linya ang hindi nabasa.",
                ),
            ],
        },
        HelpAnswer {
            id: "licences",
            question: "Puwede ko bang gamitin ang data na ito?",
            parts: &[
                Text(
                    "Inilabas ang Batayan sa ilalim ng CC BY-SA 4.0. May sariling lisensiya ang pinagmulan ng mga \
                     task nito: may para sa di-komersiyal na gamit lang, at hindi alam ang sa iba; nakasaad ito sa page ng \
                     bawat task. Nasa ilalim naman ng Apache License 2.0 ang Sukat mismo.",
                ),
                Text(
                    "May mga row, lalo na sa toxicity detection, na may insulto at mapoot na salita tungkol sa mga totoong tao.",
                ),
            ],
        },
    ],
};
