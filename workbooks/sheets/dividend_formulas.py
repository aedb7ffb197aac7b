"""The formulas of 分红测算, with {key} for the cell of an item in the company's column."""

from typing import Final

_YEAR: Final = (
    "{plan},{profit},{major},{stage},{distribution},{profit_2}:{profit_1},{cash_2}:{cash_1}"
)
_READY: Final = '=IF(OR({policy}="",{net_profit}=""),"",'
_CONDITIONS: Final = 'COUNTIFS(INDEX({check},0,1),"分配条件*",INDEX({check},0,4),"不满足*")'

FORMULAS: Final = {
    "reserve": '=IF({net_profit}="","",'
    "DIV_STATUTORY_RESERVE({net_profit},{prior_loss},{reserve_balance},{registered_capital}))",
    "profit": '=IF({net_profit}="","",DIV_DISTRIBUTABLE({net_profit},{prior_loss},'
    "{reserve_balance},{registered_capital},{discretionary_rate}))",
    "judged": '=IF(OR({policy}="",{outlay}="",{net_assets}="",{total_assets}=""),"",'
    "_xlfn.IFNA(IF(DIV_MAJOR_SPENDING({plan},{outlay},{net_assets},{total_assets},"
    '{raised_funds}),"是","否"),"政策未规定"))',
    "major": '=IF({net_profit}="","",IF({own_major}<>"",{own_major},IF({judged}="是","是","否")))',
    "distribution": '=IF({cash}="","",{cash}+N({stock}))',
    "ratio": '=IF({stage}="","",_xlfn.IFNA(DIV_STAGE_RATIO({stage},{major}),"未设比例"))',
    "floor": _READY + "_xlfn.IFNA(DIV_MIN_CASH(" + _YEAR + '),"无适用下限"))',
    "above": '=IF(AND(ISNUMBER({floor}),{cash}<>""),ROUND({cash}-{floor},2),"")',
    "payout": '=IF(OR({cash}="",{profit}=""),"",IF({profit}>0,{cash}/{profit},"利润不为正"))',
    "verdict": '=IF(COUNTIF({check},"?*")=0,"",IF(COUNTIF({check},"不满足*")=0,'
    'IF(COUNTIF({check},"需股东大会特别审批*")>0,"需股东大会特别审批","适用各条均满足"),'
    'IF(AND({distribution}=0,COUNTIF({check},"不满足*")=' + _CONDITIONS + "),"
    '"未具备分配条件，可不分配",COUNTIF({check},"不满足*")&" 条不满足")))',
    "requirements": _READY + "DIV_REQUIREMENTS(" + _YEAR + "))",
    "check": _READY + 'IF({cash}="","",DIV_CHECK({plan},{cash},N({stock}),{profit},{major},'
    "{stage},{profit_2}:{profit_1},{cash_2}:{cash_1},{cumulative},{audit})))",
}
